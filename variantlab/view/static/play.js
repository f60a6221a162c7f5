// The page of the playing board. It knows no rule: it draws the scene and the panel that Python sends, and
// sends back what the person did. A move is drawn when Python has written it down, never before.
// Whatever a person typed is set as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";
const SUPPRESS = "data-lm-suppress-shortcuts"; // on the focused element: JupyterLab's one-key commands rest
const PATIENCE_MS = 8000; // no answer for so long: the kernel is gone or busy
const SURE_MS = 5000; // to say that one really resigns
const REPLY_AFTER_MS = 450; // so that a person sees their own move before the answer to it
const DIRECTIONS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function render({ model, el }) {
  const page = new Page(model, el);
  return () => page.close();
}

export default { render };

/** An element with attributes and text; a name with a value of null is left out. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** The same for a drawing. */
function draw(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** A drawing from the text that Python made. */
function parsedSvg(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

const startsWith = (path, beginning) => beginning.every((name, i) => path[i] === name);

class Page {
  constructor(model, el) {
    this.model = model;
    this.chosen = []; // the places pointed at so far, of a move that takes several
    this.fallen = null; // where a real disc landed, and what it knocked away, until its side is told
    this.hovered = null;
    this.current = null; // the place that takes part in the order of the Tab key
    this.timers = new Set();
    this.build(el);
    this.onState = () => this.show();
    this.onKey = (event) => this.letCommandsPass(event);
    model.on("change:state", this.onState);
    window.addEventListener("keydown", this.onKey, true);
    this.ticking = setInterval(() => this.tick(), 200);
    this.show();
  }

  close() {
    this.model.off("change:state", this.onState);
    window.removeEventListener("keydown", this.onKey, true);
    clearInterval(this.ticking);
    this.timers.forEach(clearTimeout);
  }

  get state() {
    return this.model.get("state");
  }

  get scene() {
    return this.state.scene;
  }

  get panel() {
    return this.state.panel;
  }

  get words() {
    return this.panel.words;
  }

  // ------------------------------------------------------------------------------------------ what is there

  build(el) {
    const words = this.words;
    this.hideStill = make("style");
    const still = `[data-variantlab-still="${CSS.escape(this.panel.still)}"]`;
    this.hideStill.textContent = `${still}, .jp-OutputArea-child:has(${still}) { display: none !important; }`;
    this.title = make("h3", { class: "vl-title" });
    this.progress = make("ol", { class: "vl-progress", "aria-label": words.progress });
    this.notice = make("div", { class: "vl-notice", hidden: "" });
    this.drawing = make("div", { class: "vl-drawing", "aria-hidden": "true" });
    this.marks = draw("svg", { class: "vl-marks", "aria-hidden": "true" });
    this.grid = make("div", { class: "vl-places", role: "grid", "aria-describedby": `hint-${this.panel.still}` });
    this.board = make("div", { class: "vl-board" }, this.drawing, this.marks, this.grid);
    this.seats = make("ul", { class: "vl-seats", "aria-label": words.players });
    this.status = make("p", { class: "vl-status", role: "status", "aria-live": "polite" });
    this.message = make("p", { class: "vl-message", role: "alert" });
    this.hint = make("p", { class: "vl-hint", id: `hint-${this.panel.still}` });
    this.choices = make("div", { class: "vl-choices", role: "group", "aria-label": words.choose });
    this.buttons = make("div", { class: "vl-buttons" });
    this.finished = make("div", { class: "vl-finished", hidden: "" });
    this.moves = make("ol", { class: "vl-moves", "aria-label": words.moves, tabindex: "0", [SUPPRESS]: "true" });
    this.where = make("p", { class: "vl-where" });
    this.other = make("section", { class: "vl-other", hidden: "", "aria-live": "polite" });
    const side = make(
      "div",
      { class: "vl-side" },
      this.seats,
      this.status,
      this.message,
      this.hint,
      this.choices,
      this.moveForm(),
      this.landedSwitch(),
      this.buttons,
      this.finished,
      make("details", { class: "vl-record", open: "" }, this.summary(words.moves), this.moves),
      this.noteForm(),
    );
    this.root = make(
      "div",
      { class: "vl-play", lang: this.panel.lang, role: "group", tabindex: "-1", [SUPPRESS]: "true" },
      this.hideStill,
      make("header", { class: "vl-header" }, this.title, this.progress),
      this.notice,
      make("div", { class: "vl-main" }, this.board, side),
      this.other,
      this.where,
    );
    this.buildButtons();
    this.grid.addEventListener("keydown", (event) => this.pressed(event));
    this.grid.addEventListener("click", (event) => this.clicked(event));
    this.grid.addEventListener("pointerover", (event) => this.hover(placeOf(event.target)));
    this.grid.addEventListener("pointerleave", () => this.hover(null));
    this.grid.addEventListener("pointermove", (event) => this.aimAt(event));
    this.grid.addEventListener("focusin", (event) => this.focused(placeOf(event.target)));
    this.grid.addEventListener("focusout", () => this.drawMarks());
    this.root.addEventListener("keydown", (event) => event.key === "Escape" && this.leave());
    el.append(this.root);
  }

  summary(text) {
    return make("summary", { [SUPPRESS]: "true" }, text);
  }

  button(text, act, attributes = {}) {
    const button = make("button", { type: "button", [SUPPRESS]: "true", ...attributes }, text);
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") act(button);
    });
    return button;
  }

  buildButtons() {
    const words = this.words;
    this.undo = this.button(words.undo, () => this.send("undo"), { "data-do": "undo" });
    this.redo = this.button(words.redo, () => this.send("redo"), { "data-do": "redo" });
    this.resign = this.button(words.resign, (button) => this.resignTwice(button), { "data-do": "resign" });
    this.next = this.button(words.next, () => this.send("next"), { "data-do": "next", class: "vl-strong" });
    this.compare = this.button(
      words.other_rule,
      () => this.send("other", { on: this.compare.getAttribute("aria-pressed") !== "true" }),
      { "data-do": "other", "aria-pressed": "false" },
    );
    this.buttons.append(this.next, this.undo, this.redo, this.resign, this.compare);
  }

  moveForm() {
    const words = this.words;
    this.typed = make("input", {
      class: "vl-typed",
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      maxlength: "60",
      placeholder: words.move_example,
      "aria-label": words.move_field,
      [SUPPRESS]: "true",
    });
    const submit = () => {
      if (!this.mayPlay()) {
        this.say(this.words.not_your_turn);
        return;
      }
      if (this.typed.value.trim()) this.send("play", { text: this.typed.value });
      this.typed.value = "";
    };
    this.typed.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) submit();
      if (event.key === "Escape") this.typed.value = "";
    });
    const field = make("label", {}, words.move_field, " ", this.typed);
    this.form = make("div", { class: "vl-form" }, field, this.button(words.play, submit));
    return this.form;
  }

  landedSwitch() {
    this.landed = make("input", { type: "checkbox", [SUPPRESS]: "true" });
    this.landedLabel = make("label", { class: "vl-landed", hidden: "" }, this.landed, " ", this.words.landed);
    this.landed.addEventListener("change", () => this.leave());
    return this.landedLabel;
  }

  noteForm() {
    const words = this.words;
    this.note = make("textarea", { rows: "2", maxlength: "2000", "aria-label": words.note, [SUPPRESS]: "true" });
    this.notes = make("ul", { class: "vl-notes" });
    const add = this.button(words.add_note, () => {
      if (this.note.value.trim()) this.send("note", { text: this.note.value });
    });
    return make("details", { class: "vl-note" }, this.summary(words.note), this.notes, this.note, add);
  }

  // -------------------------------------------------------------------------------------------- what is shown

  show() {
    const { scene, panel } = this.state;
    const hadFocus = this.root.contains(document.activeElement);
    clearTimeout(this.patience);
    this.root.classList.toggle("vl-busy", false);
    this.chosen = [];
    this.fallen = null;
    this.typed.placeholder = this.words.move_example;
    this.shownAt = performance.now();
    this.root.setAttribute("aria-label", panel.title);
    this.title.textContent = panel.title;
    this.showProgress();
    this.showNotice();
    this.showBoard(scene);
    this.showSeats();
    setText(this.status, panel.status);
    this.say(panel.message);
    this.showChoices();
    this.showButtons();
    this.showFinished();
    this.showMoves();
    this.showNotes();
    this.showOther();
    this.where.textContent = panel.where;
    if (hadFocus) this.keepFocus();
    this.askForReply();
  }

  /** Where what was in focus is gone, the board has it: JupyterLab would take the next keys for commands. */
  keepFocus() {
    const focused = document.activeElement;
    if (this.root.contains(focused) && focused.checkVisibility()) return;
    this.cells.get(this.current)?.focus({ preventScroll: true });
  }

  showProgress() {
    this.progress.replaceChildren(
      ...this.panel.progress.map((game) =>
        make(
          "li",
          {
            class: `vl-game vl-${game.state}`,
            title: game.words,
            "aria-label": game.words,
            "aria-current": game.state === "now" ? "step" : null,
          },
          make("span", { "aria-hidden": "true" }, game.sign),
        ),
      ),
    );
  }

  showNotice() {
    const notice = this.panel.notice;
    this.notice.hidden = !notice;
    if (!notice) return;
    const buttons = notice.buttons.map(({ text, do: what }) => this.button(text, () => this.send(what)));
    this.notice.replaceChildren(make("span", {}, notice.words), ...buttons);
  }

  showBoard(scene) {
    const [width, height] = scene.view_box;
    this.board.style.aspectRatio = `${width} / ${height}`;
    this.board.style.setProperty("--vl-width", `${Math.round(width * 1.25)}px`);
    this.marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.grid.setAttribute("aria-label", scene.board_label);
    if (scene.svg !== this.drawn) {
      const svg = parsedSvg(scene.svg);
      svg.setAttribute("width", "100%");
      svg.setAttribute("height", "100%");
      this.drawing.replaceChildren(svg);
      this.drawn = scene.svg;
    }
    this.showPlaces(scene);
    this.drawMarks();
  }

  showPlaces(scene) {
    const [width, height] = scene.view_box;
    const names = scene.places.map((place) => `${place.row} ${place.name}`).join("|");
    if (names !== this.names) this.makePlaces(scene);
    this.names = names;
    for (const place of scene.places) {
      const cell = this.cells.get(place.name);
      cell.setAttribute("aria-label", place.label);
      cell.toggleAttribute("data-legal", scene.aim ? this.mayPlay() : this.isNext(place.name));
      cell.style.left = `${(100 * place.x) / width}%`;
      cell.style.top = `${(100 * place.y) / height}%`;
      cell.style.width = `${(100 * place.width) / width}%`;
      cell.style.height = `${(100 * place.height) / height}%`;
    }
    this.rove(this.current);
  }

  makePlaces(scene) {
    const had = this.grid.contains(document.activeElement) ? this.current : null;
    this.cells = new Map();
    const rows = new Map();
    const inOrder = [...scene.places].sort((a, b) => a.row - b.row || a.column - b.column);
    for (const place of inOrder) {
      if (!rows.has(place.row)) rows.set(place.row, make("div", { class: "vl-row", role: "row" }));
      const cell = make("div", { class: "vl-place", role: "gridcell", "data-place": place.name, [SUPPRESS]: "true" });
      this.cells.set(place.name, cell);
      rows.get(place.row).append(cell);
    }
    this.grid.replaceChildren(...rows.values());
    if (had !== null) (this.cells.get(had) ?? this.cells.values().next().value)?.focus();
  }

  /** One place at a time is reached with the Tab key: the one that was last in focus, else a legal one. */
  rove(name) {
    const first = this.scene.moves.find((move) => move.path.length)?.path[0];
    const known = [name, first, this.scene.places[0]?.name].find((given) => this.cells.has(given));
    this.current = known;
    for (const [given, cell] of this.cells) cell.setAttribute("tabindex", given === known ? "0" : "-1");
  }

  showSeats() {
    const clock = this.panel.clock;
    this.clocks = new Map();
    this.seats.replaceChildren(
      ...this.panel.seats.map((seat) => {
        const time = clock ? make("span", { class: "vl-clock", role: "timer" }) : null;
        if (time) this.clocks.set(seat.colour, time);
        return make(
          "li",
          { class: `vl-seat${seat.to_move ? " vl-turn" : ""}`, "aria-current": seat.to_move ? "true" : null },
          this.signOf(seat.colour),
          make("span", { class: "vl-colour" }, seat.colour_words),
          make("bdi", { class: "vl-name" }, seat.name),
          make("span", { class: "vl-count" }, seat.count),
          time,
        );
      }),
    );
    this.tick();
  }

  /** The small picture of a side: a disc, or a sign where it has no colour. */
  signOf(colour) {
    const isDisc = colour === "black" || colour === "white";
    const sign = isDisc ? "" : this.panel.signs[colour];
    return make("span", { class: isDisc ? `vl-disc vl-${colour}` : "vl-sign", "aria-hidden": "true" }, sign);
  }

  tick() {
    const clock = this.panel.clock;
    if (!clock) return;
    const gone = (performance.now() - this.shownAt) / 1000;
    for (const [colour, element] of this.clocks) {
      const left = Math.max(0, clock.seconds[colour] - (clock.running === colour ? gone : 0));
      const shown = Math.ceil(left);
      setText(element, `${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, "0")}`);
      if (left === 0 && clock.running === colour && this.timeAsked !== this.state) {
        this.timeAsked = this.state;
        this.send("time");
      }
    }
  }

  showButtons() {
    const can = this.panel.can;
    for (const what of ["undo", "redo", "resign"]) this[what].setAttribute("aria-disabled", String(!can[what]));
    this.next.hidden = !can.next;
    this.compare.hidden = !can.compare;
    this.compare.setAttribute("aria-pressed", String(Boolean(this.panel.other_on)));
    this.resign.textContent = this.words.resign;
    this.form.hidden = Boolean(this.panel.finished);
    this.landedLabel.hidden = !this.scene.aim || !can.play;
  }

  showFinished() {
    const finished = this.panel.finished;
    this.finished.hidden = !finished;
    if (!finished) {
      this.shownGame = null;
      return;
    }
    if (this.shownGame === finished.game) {
      this.finishedWhere.textContent = finished.where;
      return;
    }
    this.shownGame = finished.game;
    const remark = make("input", { type: "text", maxlength: "500", value: "", [SUPPRESS]: "true" });
    remark.value = finished.remark;
    const save = () => {
      if (remark.value !== finished.remark) this.send("remark", { text: remark.value });
      finished.remark = remark.value;
    };
    remark.addEventListener("change", save);
    remark.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) save();
    });
    this.finishedWhere = make("p", { class: "vl-sheet" }, finished.where);
    this.finished.replaceChildren(
      make("p", { class: "vl-result" }, finished.words),
      make("label", { class: "vl-remark" }, this.words.remark, " ", remark),
      this.finishedWhere,
    );
  }

  showMoves() {
    this.moves.replaceChildren(
      ...this.panel.moves.map((move) =>
        make(
          "li",
          { "aria-label": move.words },
          this.signOf(move.colour),
          move.text,
        ),
      ),
    );
    this.moves.scrollTop = this.moves.scrollHeight;
  }

  showNotes() {
    if (this.panel.notes.length > this.notes.childElementCount) this.note.value = "";
    this.notes.replaceChildren(...this.panel.notes.map((note) => make("li", {}, note)));
  }

  showOther() {
    const other = this.panel.other;
    this.other.hidden = !other;
    if (!other) {
      this.other.replaceChildren();
      return;
    }
    this.other.replaceChildren(
      make("p", {}, other.title),
      make(
        "div",
        { class: "vl-pair" },
        ...other.boards.map(({ caption, svg }) =>
          make("figure", {}, parsedSvg(svg), make("figcaption", {}, caption)),
        ),
      ),
    );
  }

  // -------------------------------------------------------------------------------------- marks on the board

  /** The places that may be pointed at next, after those already chosen. */
  nextPlaces() {
    const at = this.chosen.length;
    const going = this.scene.moves.filter((move) => move.path.length > at && startsWith(move.path, this.chosen));
    return new Set(going.map((move) => move.path[at]));
  }

  isNext(name) {
    return this.mayPlay() && this.nextPlaces().has(name);
  }

  mayPlay() {
    return this.panel.can.play;
  }

  drawMarks() {
    this.marks.replaceChildren();
    if (!this.mayPlay()) return;
    const previewed = this.previewed();
    const places = new Map(this.scene.places.map((place) => [place.name, place]));
    const beginning = new Set(this.chosen);
    if (!this.scene.aim) {
      for (const name of this.nextPlaces()) {
        if (name !== previewed?.path[this.chosen.length]) this.marks.append(legalMark(places.get(name), this.scene.mark));
      }
    }
    for (const name of beginning) this.marks.append(frameMark(places.get(name), "chosen"));
    if (previewed) this.drawPreview(previewed, places);
    if (this.scene.aim && this.fallen) this.drawFallen(places);
    if (this.scene.aim && this.aim) this.drawAim();
  }

  /** The move that the place under the pointer, else the one in focus, completes; null if it is not one alone. */
  previewed() {
    const focused = this.grid.contains(document.activeElement) ? placeOf(document.activeElement) : null;
    const name = this.hovered ?? focused;
    if (name === null || this.scene.aim) return null;
    const path = [...this.chosen, name];
    const found = this.scene.moves.filter((move) => startsWith(move.path, path));
    return found.find((move) => move.path.length === path.length) ?? (found.length === 1 ? found[0] : null);
  }

  drawPreview(move, places) {
    if (move.overlay) {
      const [width, height] = this.scene.view_box;
      const svg = parsedSvg(`<svg xmlns="${SVG}" viewBox="0 0 ${width} ${height}">${move.overlay}</svg>`);
      this.marks.append(...svg.childNodes);
      return;
    }
    const target = places.get(move.path[move.path.length - 1]);
    if (target) this.marks.append(frameMark(target, "target"));
    move.stages.forEach((names, stage) => {
      for (const name of names) {
        const place = places.get(name);
        if (place) this.marks.append(stageMark(place, stage + 1, move.stages.length > 1));
      }
    });
  }

  // ------------------------------------------------------------------------------------------ what a person does

  hover(name) {
    if (name === this.hovered) return;
    this.hovered = name;
    if (name === null) this.aim = null;
    this.drawMarks();
  }

  focused(name) {
    if (name !== null) this.rove(name);
    this.hovered = null; // what came last, the pointer or the focus, says what is previewed
    if (this.scene.aim && name !== null) this.aim = this.centreOf(name);
    this.drawMarks();
  }

  clicked(event) {
    const name = placeOf(event.target);
    if (name === null || event.detail > 1) return; // a double click is meant once
    this.cells.get(name).focus();
    if (this.scene.aim && event.detail > 0) this.aim = this.pointOf(event);
    this.point(name);
  }

  pressed(event) {
    const name = placeOf(event.target);
    if (name === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      Enter: () => this.point(name),
      " ": () => this.point(name),
      Escape: () => this.leave(),
      "?": () => this.send("why", { places: [...this.chosen, name] }),
      "？": () => this.send("why", { places: [...this.chosen, name] }),
      Home: () => this.cells.get(this.inRow(name)[0].name).focus(),
      End: () => this.cells.get(this.inRow(name).at(-1).name).focus(),
      n: () => this.toNextLegal(name, 1),
      N: () => this.toNextLegal(name, -1),
    }[event.key];
    const direction = DIRECTIONS[event.key];
    if (!act && !direction) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat && !direction) return; // a key held down plays once
    if (act) act();
    else if (event.shiftKey && this.scene.aim) this.nudge(direction);
    else this.step(name, direction);
  }

  place(name) {
    return this.scene.places.find((place) => place.name === name);
  }

  inRow(name) {
    const { row } = this.place(name);
    return this.scene.places.filter((place) => place.row === row).sort((a, b) => a.column - b.column);
  }

  step(name, [down, right]) {
    const here = this.place(name);
    const beyond = this.scene.places.filter((place) =>
      right ? place.row === here.row && right * (place.column - here.column) > 0 : down * (place.row - here.row) > 0,
    );
    const distance = (place) => 1000 * Math.abs(place.row - here.row) + Math.abs(place.column - here.column);
    const nearest = beyond.sort((a, b) => distance(a) - distance(b))[0];
    if (nearest) this.cells.get(nearest.name).focus();
  }

  toNextLegal(name, step) {
    const order = [...this.cells.keys()];
    const next = this.nextPlaces();
    const at = order.indexOf(name);
    for (let i = 1; i <= order.length; i++) {
      const candidate = order[(at + step * i + order.length * 2) % order.length];
      if (next.has(candidate)) return this.cells.get(candidate).focus();
    }
    return undefined;
  }

  /** Point at a place: play the move it completes, go on with a longer one, or ask why it is not legal. */
  point(name) {
    if (!this.mayPlay()) {
      if (!this.panel.finished) this.say(this.words.not_your_turn);
      return;
    }
    if (this.scene.aim) return this.throwAt(name);
    let path = [...this.chosen, name];
    let found = this.scene.moves.filter((move) => startsWith(move.path, path));
    if (!found.length && this.chosen.length) {
      if (this.chosen.at(-1) === name) return this.leave();
      path = [name];
      found = this.scene.moves.filter((move) => startsWith(move.path, path));
    }
    if (!found.length) {
      this.send("why", { places: [...this.chosen, name] });
      return;
    }
    if (found.length === 1 && found[0].path.length === path.length) {
      this.send("play", { text: found[0].text });
      return;
    }
    this.chosen = path;
    this.showChoices();
    this.showPlaces(this.scene);
    this.drawMarks();
    const labels = path.map((given) => this.place(given).label);
    this.say(this.words.half_made.replace("{path}", () => labels.join(" → ")), "news");
  }

  /** The moves that the chosen places already make, where the places alone do not say which. */
  showChoices() {
    const at = this.chosen.length;
    const complete = this.mayPlay()
      ? this.scene.moves.filter((move) => move.path.length === at && startsWith(move.path, this.chosen))
      : [];
    this.choices.hidden = !complete.length;
    const hadFocus = this.choices.contains(document.activeElement);
    this.choices.replaceChildren(
      ...complete.map((move) => this.button(move.label, () => this.send("play", { text: move.text }))),
    );
    if (at && complete.length > 1) this.choices.firstChild.focus();
    else if (hadFocus) this.cells.get(this.current)?.focus();
  }

  leave() {
    this.chosen = [];
    this.fallen = null;
    this.showChoices();
    this.showPlaces(this.scene);
    this.drawMarks();
    this.say("");
  }

  resignTwice(button) {
    if (button.textContent === this.words.resign) {
      button.textContent = this.words.really_resign;
      this.later(() => (button.textContent = this.words.resign), SURE_MS);
    } else {
      this.send("resign");
    }
  }

  askForReply() {
    if (this.panel.can.reply) this.later(() => this.panel.can.reply && this.send("reply"), REPLY_AFTER_MS);
  }

  // --------------------------------------------------------------------------------- a throw, aimed freely

  /** A point of the board in squares from its upper left corner: an aim on its grid, a real disc where it lies. */
  snapped(x, y) {
    const { columns, rows } = this.scene.aim;
    const grid = this.landed.checked ? 0.01 : this.scene.aim.grid || 0.01;
    const onGrid = (value, most) => Math.min(most, Math.max(0, Number((Math.round(value / grid) * grid).toFixed(4))));
    return [onGrid(x, columns), onGrid(y, rows)];
  }

  pointOf(event) {
    const { x, y, width, height, columns, rows } = this.scene.aim;
    const box = this.board.getBoundingClientRect();
    const scale = this.scene.view_box[0] / box.width;
    const across = ((event.clientX - box.left) * scale - x) / width;
    const down = ((event.clientY - box.top) * scale - y) / height;
    return this.snapped(across * columns, down * rows);
  }

  centreOf(name) {
    const { x, y, width, height, columns, rows } = this.scene.aim;
    const place = this.place(name);
    const across = (place.x + place.width / 2 - x) / width;
    return [across * columns, ((place.y + place.height / 2 - y) / height) * rows];
  }

  aimAt(event) {
    if (!this.scene.aim || !this.mayPlay()) return;
    this.aim = this.pointOf(event);
    this.drawMarks();
  }

  nudge([down, right]) {
    const step = this.landed.checked ? 0.1 : this.scene.aim.grid || 0.25;
    const [x, y] = this.aim ?? this.centreOf(this.current);
    this.aim = this.snapped(x + right * step, y + down * step);
    this.drawMarks();
    this.say(`${this.words.aim} ${this.aim.join(", ")}`, "news");
  }

  throwAt(name) {
    const [x, y] = this.aim ?? this.centreOf(name);
    if (!this.landed.checked) {
      this.send("throw", { x, y });
      return;
    }
    const mayBeKnocked = this.fallen && this.fallen.square !== name && this.scene.aim.lying.includes(name);
    if (!mayBeKnocked) this.fallen = { x, y, square: name, knocked: new Set() };
    else if (!this.fallen.knocked.delete(name)) this.fallen.knocked.add(name);
    this.askForSide();
    this.drawMarks();
  }

  /** Ask which side of a real disc shows; until then the discs that it knocked away are pointed at. */
  askForSide() {
    const { x, y } = this.fallen;
    const knocked = [...this.fallen.knocked];
    this.choices.hidden = false;
    this.choices.replaceChildren(
      ...this.scene.aim.faces.map(({ face, words }) =>
        this.button(words, () => this.send("landed", { x, y, face, knocked })),
      ),
      this.button(this.scene.aim.foul, () => this.send("landed", { x: null, y: null })),
    );
    const said = knocked.length ? `${this.words.knocked_are.replace("{squares}", knocked.join(", "))} ` : "";
    this.say(said + this.words.knocked, "news");
  }

  drawFallen(places) {
    this.drawCross(this.fallen);
    for (const name of this.fallen.knocked) {
      const { x, y, width, height } = places.get(name);
      const [left, top, right, bottom] = [x + width / 4, y + height / 4, x + (3 * width) / 4, y + (3 * height) / 4];
      for (const kind of ["vl-halo", "vl-cross"]) {
        const d = `M${left} ${top}L${right} ${bottom}M${right} ${top}L${left} ${bottom}`;
        this.marks.append(draw("path", { class: kind, "data-mark": "knocked", "data-square": name, d }));
      }
    }
  }

  /** A cross at a point of the board. */
  drawCross(point) {
    const { x, y, width, height, columns, rows } = this.scene.aim;
    const [cx, cy] = [x + (point.x * width) / columns, y + (point.y * height) / rows];
    for (const kind of ["vl-halo", "vl-cross"]) {
      this.marks.append(draw("path", { class: kind, d: `M${cx - 9} ${cy}H${cx + 9}M${cx} ${cy - 9}V${cy + 9}` }));
    }
  }

  drawAim() {
    const { x, y, width, height, columns, rows, spread } = this.scene.aim;
    const [cx, cy] = [x + (this.aim[0] * width) / columns, y + (this.aim[1] * height) / rows];
    const square = width / columns;
    if (spread && !this.landed.checked) {
      this.marks.append(
        draw("ellipse", {
          class: "vl-spread",
          cx,
          cy,
          rx: Math.max(1, spread.rx * square),
          ry: Math.max(1, spread.ry * square),
          transform: `rotate(${spread.turn ?? 0} ${cx} ${cy})`,
        }),
      );
    }
    this.drawCross({ x: this.aim[0], y: this.aim[1] });
  }

  // ----------------------------------------------------------------------------------------------- messages

  /** Say something that concerns what the person just did; without it there is a hint in its place. */
  say(text, kind = "refusal") {
    setText(this.message, text);
    this.message.dataset.kind = kind;
    this.message.hidden = !text;
    setText(this.hint, text || !this.mayPlay() ? "" : this.panel.hint);
    this.hint.hidden = !this.hint.textContent;
  }

  send(what, fields = {}) {
    this.root.classList.toggle("vl-busy", true);
    clearTimeout(this.patience);
    this.patience = this.later(() => this.say(this.words.no_answer), what === "reply" ? 8 * PATIENCE_MS : PATIENCE_MS);
    try {
      this.model.send({ do: what, game: this.panel.game, n_moves: this.panel.moves.length, ...fields });
    } catch {
      clearTimeout(this.patience); // the kernel that this board belonged to is gone
      this.root.classList.toggle("vl-busy", false);
      this.say(this.words.no_answer);
    }
  }

  later(act, milliseconds) {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      act();
    }, milliseconds);
    this.timers.add(timer);
    return timer;
  }

  /** Ctrl or Cmd with a key, such as saving the notebook, is for JupyterLab also while the board is in focus. */
  letCommandsPass(event) {
    const target = event.target;
    if (!(event.ctrlKey || event.metaKey) || event.key === "Enter" || !this.root.contains(target)) return;
    const suppressing = [target, this.root].filter((element) => element.hasAttribute(SUPPRESS));
    for (const element of suppressing) element.removeAttribute(SUPPRESS);
    setTimeout(() => suppressing.forEach((element) => element.setAttribute(SUPPRESS, "true")));
  }
}

/** The name of the place that an element is, or null. */
function placeOf(element) {
  return element.closest?.("[data-place]")?.dataset.place ?? null;
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text ?? "";
}

function legalMark(place, kind) {
  if (kind !== "dot") return frameMark(place, "next");
  const [cx, cy] = [place.x + place.width / 2, place.y + place.height / 2];
  return draw("circle", { class: "vl-legal", "data-mark": "legal", "data-square": place.name, cx, cy, r: place.width / 8 });
}

function frameMark(place, kind) {
  return draw("rect", {
    class: `vl-frame vl-${kind}`,
    "data-mark": kind === "next" ? "legal" : kind,
    "data-square": place.name,
    x: place.x + 2,
    y: place.y + 2,
    width: place.width - 4,
    height: place.height - 4,
    rx: 5,
  });
}

function stageMark(place, stage, isNumbered) {
  const mark = draw("g", { "data-mark": "changed", "data-square": place.name, "data-stage": stage });
  const [cx, cy] = [place.x + place.width / 2, place.y + place.height / 2];
  const r = Math.min(place.width, place.height) / 2 - 3;
  mark.append(draw("circle", { class: "vl-ring-halo", cx, cy, r }), draw("circle", { class: "vl-ring", cx, cy, r }));
  if (isNumbered) {
    const text = draw("text", { class: "vl-stage", x: place.x + place.width - 3, y: place.y + 12 });
    text.textContent = stage;
    mark.append(text);
  }
  return mark;
}
