"""Files: safe names, atomic writes, text in the encodings that classrooms use, and where the project lies."""

from __future__ import annotations

import os
import re
import tempfile
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from variantlab.errors import DataError, invalid

__all__ = [
    "decode_text",
    "project_path",
    "project_root",
    "read_text",
    "safe_file_name",
    "safe_path",
    "write_bytes_atomically",
    "write_text_atomically",
    "writing_atomically",
]

LONGEST_FILE_NAME = 200  # bytes in UTF-8: file systems take 255, and a temporary name is a little longer
ALLOWED_FILE_NAME = re.compile(r"[^\W_](?:[\w.-]*[\w-])?")
DEVICE_NAME = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)
# What Python's cp932 makes of bytes that cp932 leaves undefined, and of the zero bytes of UTF-16.
NOT_TEXT = re.compile("[\x00\x80\uf8f0-\uf8f3]")


# ---------------------------------------------------------------------------------------------------- names


def safe_file_name(name: str) -> str:
    """Return the name in Unicode form NFC, when it is safe as a file name on every system.

    Allowed are letters and digits of any script, ``_``, ``-`` and ``.``, starting with a letter or a digit,
    not ending in a dot, at most 200 bytes in UTF-8, and not a device name of Windows such as ``CON``.

    Parameters
    ----------
    name : str
        A bare file name, without a folder.

    Returns
    -------
    str
        The same name, in form NFC.

    Raises
    ------
    DataError
        When the name is not allowed.

    Examples
    --------
    >>> safe_file_name("class-2b.csv")
    'class-2b.csv'
    >>> safe_file_name("../../x.csv")
    Traceback (most recent call last):
    variantlab.errors.DataError: file name: got '../../x.csv'; allowed: letters, digits, '_', '-' and '.', \
starting with a letter or a digit and not ending in a dot. Give a bare name such as 'class-a.csv'.
    """
    hint = "Give a bare name such as 'class-a.csv'."
    normal = unicodedata.normalize("NFC", name)
    if len(normal.encode("utf-8", errors="replace")) > LONGEST_FILE_NAME:
        raise invalid("file name", name, f"at most {LONGEST_FILE_NAME} bytes in UTF-8", hint, DataError)
    if not ALLOWED_FILE_NAME.fullmatch(normal):
        allowed = (
            "letters, digits, '_', '-' and '.', starting with a letter or a digit and not ending in a dot"
        )
        raise invalid("file name", name, allowed, hint, DataError)
    stem = unicodedata.normalize("NFKC", normal).split(".")[0]
    if DEVICE_NAME.fullmatch(stem):
        raise invalid("file name", name, "a name that is no device of Windows", hint, DataError)
    return normal


def safe_path(folder: str | os.PathLike[str], name: str) -> Path:
    """Return the absolute path of a safe file name inside the folder.

    Parameters
    ----------
    folder : path-like
        The folder the file must stay in; it need not exist yet.
    name : str
        A bare file name, see `safe_file_name`.

    Returns
    -------
    pathlib.Path
        The resolved path.

    Raises
    ------
    DataError
        When the name is not allowed, or is a link that leads out of the folder.

    Examples
    --------
    >>> safe_path("runs", "games.csv").name
    'games.csv'
    """
    inside = Path(folder).resolve()
    path = (inside / safe_file_name(name)).resolve()
    if path.parent != inside:
        hint = "The name is a link that leads elsewhere: remove the link or choose another name."
        raise invalid("file name", name, "a file directly inside its folder", hint, DataError)
    return path


# --------------------------------------------------------------------------------------------------- writing


@contextmanager
def writing_atomically(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary path beside the file; when the block ends well, it replaces the file in one step.

    When the block raises, the old file stays as it was and the temporary one is removed.

    Parameters
    ----------
    path : path-like
        The file to write; its folder is made when missing.

    Yields
    ------
    pathlib.Path
        An empty temporary file in the same folder, with the same suffix.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> with writing_atomically(folder / "table.csv") as temporary:
    ...     _ = temporary.write_text("winner,games", encoding="utf-8")
    >>> (folder / "table.csv").read_text(encoding="utf-8")
    'winner,games'
    """
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".writing-", suffix=target.suffix)
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(_permissions_for(target))
        _flush_to_disk(temporary)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def write_bytes_atomically(path: str | os.PathLike[str], content: bytes) -> Path:
    """Return the path after the file holds the bytes, all of them or none.

    Parameters
    ----------
    path : path-like
        The file to write or replace.
    content : bytes
        The whole new content.

    Returns
    -------
    pathlib.Path
        The path of the file.

    Examples
    --------
    >>> import tempfile
    >>> write_bytes_atomically(Path(tempfile.mkdtemp()) / "board.bin", b"abc").read_bytes()
    b'abc'
    """
    with writing_atomically(path) as temporary:
        temporary.write_bytes(content)
    return Path(path)


def write_text_atomically(path: str | os.PathLike[str], text: str) -> Path:
    """Return the path after the file holds the text in UTF-8, all of it or none.

    Line ends are written as they are given: the same text makes the same bytes on every system.

    Parameters
    ----------
    path : path-like
        The file to write or replace.
    text : str
        The whole new content.

    Returns
    -------
    pathlib.Path
        The path of the file.

    Examples
    --------
    >>> import tempfile
    >>> read_text(write_text_atomically(Path(tempfile.mkdtemp()) / "note.txt", "盤面"))
    '盤面'
    """
    return write_bytes_atomically(path, text.encode("utf-8"))


def _permissions_for(target: Path) -> int:
    """Return the old file's permissions, or those that a new file gets here."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _flush_to_disk(path: Path) -> None:
    """Return after the file's content has reached the disk, so that a rename never shows an empty file."""
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())


# --------------------------------------------------------------------------------------------------- reading


def read_text(path: str | os.PathLike[str], encoding: str | None = None) -> str:
    """Return the text of a file saved as UTF-8 (with or without a byte order mark) or as cp932.

    Parameters
    ----------
    path : path-like
        The file to read.
    encoding : str, optional
        The encoding to read, and no other; by default UTF-8, then cp932 (the Japanese encoding of Excel).

    Returns
    -------
    str
        The text; every line ends in a single line feed.

    Raises
    ------
    DataError
        When there is no such file, or it is not text in these encodings.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "names.csv"
    >>> _ = path.write_bytes("氏名,手数".encode("cp932"))
    >>> read_text(path)
    '氏名,手数'
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise invalid("file", str(path), "a file that can be read", f"{reason}.", DataError) from None
    return decode_text(content, str(path), encoding)


def decode_text(content: bytes, source: str = "text", encoding: str | None = None) -> str:
    """Return bytes as text: UTF-8 with or without a byte order mark, then cp932, never a guess beyond these.

    Parameters
    ----------
    content : bytes
        The bytes of a file or an upload.
    source : str, optional
        What to call the bytes in an error: a path, a name.
    encoding : str, optional
        The encoding to read, and no other.

    Returns
    -------
    str
        The text; every line ends in a single line feed.

    Raises
    ------
    DataError
        When the bytes are not text in these encodings.

    Examples
    --------
    >>> decode_text("手数".encode("cp932"))
    '手数'
    """
    for candidate in [encoding] if encoding else ["utf-8-sig", "cp932"]:
        try:
            text = content.decode(candidate)
        except UnicodeDecodeError:
            continue
        except LookupError:
            hint = "Leave it out to read UTF-8 or cp932."
            raise invalid("encoding", encoding, "a name that Python knows", hint, DataError) from None
        if not NOT_TEXT.search(text):
            return text.replace("\r\n", "\n").replace("\r", "\n")
    allowed = f"text in {encoding}" if encoding else "text in UTF-8 or cp932 (Shift_JIS)"
    hint = "Save the file as UTF-8 (in Excel: 'CSV UTF-8') and read it again, or name its encoding."
    raise invalid("file", source, allowed, hint, DataError)


# --------------------------------------------------------------------------------------------------- project


def project_root() -> Path:
    """Return the folder of the checkout, which holds ``notebooks/`` and ``data/``.

    It is the parent of the package when installed with ``pip install -e .`` (as ``make`` does), and otherwise
    the nearest folder, from the current one upwards, that holds ``pyproject.toml`` and ``variantlab/``.

    Returns
    -------
    pathlib.Path
        An absolute path.

    Raises
    ------
    DataError
        When there is no checkout to be found.

    Examples
    --------
    >>> (project_root() / "pyproject.toml").is_file()
    True
    """
    here = Path.cwd()
    for folder in [Path(__file__).resolve().parent.parent, here, *here.parents]:
        if (folder / "pyproject.toml").is_file() and (folder / "variantlab" / "__init__.py").is_file():
            return folder
    hint = "Change to the folder of the checkout, or install from it with 'pip install -e .'."
    raise invalid("project folder", str(here), "a checkout of variantlab", hint, DataError)


def project_path(*parts: str) -> Path:
    """Return the path of a file or folder that ships with the checkout.

    Parameters
    ----------
    *parts : str
        The steps from the project folder, such as ``"data", "claims.toml"``.

    Returns
    -------
    pathlib.Path
        An absolute path that exists.

    Raises
    ------
    DataError
        When the checkout has no such file.

    Examples
    --------
    >>> project_path("pyproject.toml").name
    'pyproject.toml'
    """
    path = project_root().joinpath(*parts)
    if not path.exists():
        hint = f"{path} is missing: update the checkout."
        raise invalid("project file", "/".join(parts), "a file of the checkout", hint, DataError)
    return path
