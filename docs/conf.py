"""How Sphinx builds the site: from the top of the checkout, so that links work on it as in a code browser."""

from variantlab.version import __version__

project = "variantlab"
author = "The variantlab authors"
copyright = "The variantlab authors"
version = release = __version__
language = "en"

root_doc = "docs/index"
include_patterns = [
    "README*.md",
    "CHANGELOG.md",
    "benchmarks/README.md",
    "data/records/README.md",
    "docs/**",
    "notebooks/*.ipynb",
]
exclude_patterns = [".venv", "build", "node_modules", "runs", "reports", "**/.ipynb_checkpoints"]
html_theme = "alabaster"
html_theme_options = {
    "description": "Predict, lock, run, judge",
    "page_width": "72rem",
    "show_powered_by": False,
}

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc"]
# A name is documented in the module it lives in, not again where a package offers it.
autodoc_default_options = {"members": True, "ignore-module-all": True}
autodoc_member_order = "bysource"
autodoc_typehints = "none"
numpydoc_show_class_members = False

# Nobody sees a result here before predicting; and pages ask nothing of the network.
nb_execution_mode = "off"
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
myst_heading_anchors = 3
