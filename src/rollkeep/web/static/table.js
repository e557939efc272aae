// A table that goes on by itself: the stream, forms without leaving the page, odds beside a roll, a pad for real dice.
// Everything that can be done works without this file too.
"use strict";

const board = document.querySelector("[data-stream]");
const byId = (id) => document.getElementById(id);
const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
const freshId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");
const made = (tag, text = "", attributes = {}) => {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

// --- what changes in place ---------------------------------------------------------------------------------------

// A form is kept with what was typed as long as it asks for the same, in the same Round and step; only its command id
// may differ.
const signature = (form) =>
  `${form.dataset.question ?? ""} ${form.innerHTML.replace(/name="id" value="[^"]*"/, "").replace(/\s+/g, " ")}`;
const signed = new WeakMap();
const dirty = new WeakSet();
const forms = (root) => root.querySelectorAll("form");
const learn = (root) => forms(root).forEach((form) => signed.has(form) || signed.set(form, signature(form)));
const placeOf = (details) => `${details.closest("[id]")?.id} ${details.querySelector("summary")?.textContent}`;

function swap(old, fresh) {
  const open = new Set([...old.querySelectorAll("details[open]")].map(placeOf));
  learn(fresh); // before anything is unfolded, which is no part of what a form asks for
  fresh.querySelectorAll("details").forEach((details) => open.has(placeOf(details)) && (details.open = true));
  const focused = document.activeElement;
  const held = old.contains(focused) ? [focused.selectionStart, focused.selectionEnd] : null;
  const here = held && focused.closest(".block");
  const reads = held && isSeen(focused); // else the eye is elsewhere, and stays there
  const still = [old, ...old.children].some(isSeen) ? [document.documentElement, old.closest(".menu")] : [];
  const tops = still.map((part) => part?.scrollTop);
  const kept = [...forms(old)].filter((form) => dirty.has(form) || form.contains(focused) || form.dataset.chance);
  for (const form of kept) {
    const same = [...forms(fresh)].find((other) => signed.get(other) === signed.get(form) && other.action === form.action);
    if (same) same.replaceWith(form);
  }
  old.replaceWith(fresh);
  still.forEach((part, i) => part?.scrollTo({ top: tops[i], behavior: "instant" }));
  if (held && focused.isConnected) {
    focused.focus({ preventScroll: true });
    try { focused.setSelectionRange(...held); } catch { /* not every input has a selection */ }
  } else if (held) {
    const block = here && fresh.querySelector(`.block[data-run="${here.dataset.run}"]`);
    arrive((block ?? fresh).querySelector(".block h3"), { preventScroll: true });
    if (reads && block && block.dataset.question !== here.dataset.question) toQuestion(block);
  }
  for (const form of kept) if (form.isConnected && form.dataset.chance) chance(form, 0); // what it depends on may have changed
  ready(fresh);
}

const isSeen = (element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight && bottom > top;
};

// A new question begins where it can be seen: from the top of its block, or where the board is high, from its first form.
function toQuestion(block) {
  block.scrollIntoView({ block: "start" });
  block.querySelector("form")?.scrollIntoView({ block: "nearest" });
}

// The focus goes to a heading where what had it is gone, so that the keyboard goes on from there.
function arrive(heading, how) {
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus(how);
}

function placeCard(card) {
  const old = byId(card.id);
  if (old) {
    if (Number(old.dataset.seq) > Number(card.dataset.seq)) return;
    swap(old, card);
  } else {
    const list = byId("cards");
    const next = [...list.children].find((other) => Number(other.dataset.run) < Number(card.dataset.run));
    list.insertBefore(card, next ?? null);
    learn(card);
    ready(card);
    list.parentElement.querySelector(":scope > .empty")?.remove();
  }
}

function sentence(card) {
  const told = card.querySelector(".reckoning, .told li:last-child, p")?.textContent ?? "";
  return `${card.querySelector("header b")?.textContent ?? ""} ${card.querySelector(".label")?.textContent ?? ""} ${told}`
    .replace(/\s+/g, " ").trim();
}

let last = Number(board?.dataset.after ?? 0);
const place = board ? `rollkeep ${board.dataset.table}` : "";
const remember = (key, value) => { try { localStorage.setItem(`${place} ${key}`, value); } catch { /* private window */ } };
const recall = (key) => { try { return Number(localStorage.getItem(`${place} ${key}`) ?? 0); } catch { return 0; } };

function hear(event) {
  const fresh = parsed(event.data);
  const news = fresh.getElementById("news");
  if (!news) return;
  const cards = [...news.children];
  for (const card of cards) placeCard(document.importNode(card, true));
  for (const id of ["doing", "folk"]) {
    const old = byId(id);
    const part = fresh.getElementById(id);
    if (old && part && !old.hidden) swap(old, document.importNode(part, true));
  }
  toBegun();
  last = Number(news.dataset.seq);
  remember("last", last);
  if (!document.hidden) remember("seen", last);
  const over = cards.filter((card) => !card.hasAttribute("data-open"));
  if (over.length) byId("said").textContent = sentence(over[over.length - 1]);
  counts();
}

function counts() {
  const waiting = document.querySelectorAll("#doing .block:not(.later)").length;
  const tab = document.querySelector(".tabs a[href='#play']");
  if (tab) {
    tab.querySelector(".count")?.remove();
    if (waiting) tab.append(made("span", String(waiting), { class: "count" }));
  }
  document.title = document.title.replace(/^\(\d+\) /, "");
  if (waiting && document.hidden) document.title = `(${waiting}) ${document.title}`;
}

// --- the stream --------------------------------------------------------------------------------------------------

const SILENCE = 40_000;
let stream = null;
let heard = Date.now();
let wait = 500;
const back = []; // what goes on as soon as the connection is there again

function say(text) {
  const state = byId("state");
  state.replaceChildren(...(text ? [made("div", text, { class: "banner lost" })] : []));
}

function listen() {
  stream?.close();
  const address = new URL(board.dataset.stream, location.href);
  address.searchParams.set("after", last);
  stream = new EventSource(address);
  const alive = () => { heard = Date.now(); };
  stream.onopen = () => { alive(); wait = 500; say(""); back.splice(0).forEach((again) => again()); };
  stream.onmessage = (event) => { alive(); hear(event); };
  stream.addEventListener("ping", alive);
  stream.addEventListener("gone", () => { stream.close(); stream = null; say("This seat or table is no longer there."); });
  stream.onerror = () => {
    say("The connection is lost; it is tried again. What you do is kept until then.");
    if (stream?.readyState === EventSource.CLOSED) {
      setTimeout(listen, wait);
      wait = Math.min(wait * 2, 4_000);
    }
  };
}

if (board) {
  listen();
  setInterval(() => { if (stream && Date.now() - heard > SILENCE) { heard = Date.now(); listen(); } }, 5_000);
  addEventListener("pageshow", (event) => event.persisted && listen());
  addEventListener("online", () => listen());
  addEventListener("pagehide", () => stream?.close());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    remember("seen", last);
    counts();
    if (!stream || stream.readyState === EventSource.CLOSED || Date.now() - heard > SILENCE) listen();
  });
  if (recall("last") > last) say("This table's log is shorter than what this browser has seen of it before.");
  const seen = recall("seen");
  const fresh = [...document.querySelectorAll("#cards > li")].filter((card) => seen && Number(card.dataset.seq) > seen);
  if (fresh.length) {
    fresh.forEach((card) => card.classList.add("new"));
    const text = `${fresh.length} new since you were here.`;
    byId("cards").before(made("div", text, { class: "banner new", role: "status" }));
  }
  remember("seen", last);
  remember("last", Math.max(last, recall("last")));
}

// --- forms -------------------------------------------------------------------------------------------------------

const tries = [0, 700, 2_000];

async function send(form, submitter) {
  const data = new URLSearchParams(new FormData(form, submitter));
  for (;;) {
    for (const delay of tries) {
      if (delay) await new Promise((done) => setTimeout(done, delay));
      try {
        return await fetch(form.action, { method: "POST", body: data, headers: { accept: "application/json" } });
      } catch { /* the same command id again: it has one effect */ }
    }
    if (!board || stream?.readyState === EventSource.OPEN) return null;
    refuse(form, { message: "It is not sent yet.", hint: "It goes out by itself when the connection is back." });
    await new Promise((done) => back.push(done));
  }
}

function refuse(form, error) {
  form.querySelectorAll(":scope > .refused, :scope > .plea").forEach((part) => part.remove());
  const box = made("div", "", { class: "refused", role: "alert" });
  const line = made("p");
  line.append(made("strong", error.message), " ", made("span", error.hint ?? "", { class: "hint" }));
  box.append(line);
  const door = error.plead ? ["plead", "Ask the game master"] : error.waive ? ["waive", "Let it pass"] : null;
  if (door && form.querySelector("[name=run]")) {
    const row = made("p", "", { class: "row plea" });
    const label = error.plead ? "Why it should be allowed" : "Why it is allowed";
    row.append(
      made("input", "", { name: "why", maxlength: "200", placeholder: label, "aria-label": label, autocomplete: "off" }),
      made("button", door[1], { name: "what", value: door[0], class: "plain" }),
    );
    form.append(row);
  }
  form.prepend(box);
  once(form);
}

// What was refused and is refused beside the odds as well stands there alone, where the button is; once that is mended,
// nobody has to be asked to let it pass.
function once(form) {
  const [above, beside] = [":scope > .refused", "[data-chance-here] .refused"].map((at) => form.querySelector(at));
  const said = (box) => box.querySelector("strong").textContent;
  if (above && beside && said(above) === said(beside)) above.remove();
  if (!above && !beside) form.querySelector(":scope > .plea")?.remove();
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const how = event.submitter?.getAttribute("formmethod");
  const to = event.submitter?.getAttribute("formaction") ?? form.action;
  if (!to.endsWith("/do") || how === "get") return;
  event.preventDefault();
  if (form.hasAttribute("aria-busy")) return;
  form.setAttribute("aria-busy", "true");
  const answer = await send(form, event.submitter);
  form.removeAttribute("aria-busy");
  if (!answer) {
    refuse(form, { message: "It was not sent: there is no connection.", hint: "What you wrote is kept; send it again." });
    return;
  }
  if (answer.ok) {
    dirty.delete(form);
    form.querySelectorAll(":scope > .refused, :scope > .plea").forEach((part) => part.remove());
    if (form.dataset.then) location.assign(form.dataset.then);
    form.reset();
    const asks = form.closest(".ask-form");
    if (asks) {
      asks.removeAttribute("open");
      begun = (await answer.json()).entries?.[0]?.run ?? 0;
      toBegun();
    }
    if (event.submitter?.value === "plead") {
      form.prepend(made("p", "Asked. The game master decides.", { class: "says", role: "status" }));
    }
    const id = form.querySelector("[name=id]");
    if (id) id.value = freshId();
    return;
  }
  let error = { message: "It did not work.", hint: "Load the page again." };
  try { error = (await answer.json()).error; } catch { /* not from us */ }
  refuse(form, error);
});

// What somebody has begun comes into view as soon as it is there.
let begun = 0;

function toBegun() {
  const block = begun && byId("doing")?.querySelector(`a[href="#r${begun}"]`)?.closest(".block");
  if (!block) return;
  begun = 0;
  block.scrollIntoView({ block: "start" });
  arrive(block.querySelector("h3"), { preventScroll: true });
}

// Whom the skirmish ticks depends on who fights already: it is asked for anew when the form is opened.
document.addEventListener("toggle", async (event) => {
  const asks = event.target;
  const form = asks.id === "ask-skirmish" && asks.open && asks.querySelector("form");
  if (!board || !form || dirty.has(form)) return;
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    const fresh = answer.ok && parsed(await answer.text()).getElementById(asks.id);
    if (!fresh || dirty.has(form)) return;
    for (const box of form.querySelectorAll("input[name=first], input[name=second]")) {
      const now = [...fresh.querySelectorAll(`input[name=${box.name}]`)].find((each) => each.value === box.value);
      if (now) box.checked = now.defaultChecked;
    }
  } catch { /* offline: it stays as it was */ }
}, true);

document.addEventListener("input", (event) => {
  const form = event.target.closest("form");
  if (!form) return;
  dirty.add(form);
  askedBy(form);
  if (form.dataset.chance) chance(form);
});
document.addEventListener("reset", (event) => setTimeout(askedBy, 0, event.target));

// A field that belongs to a number is there as soon as that is more than nothing.
function askedBy(root) {
  for (const part of root.querySelectorAll("[data-asked-by]")) {
    const field = part.querySelector("input");
    part.toggleAttribute("data-on", Boolean(Number(field.form.elements[part.dataset.askedBy]?.value) || field.value));
  }
}

// --- odds beside a roll ------------------------------------------------------------------------------------------

const later = new WeakMap();

function chance(form, delay = 120) {
  const here = form.querySelector("[data-chance-here]");
  if (!here) return;
  clearTimeout(later.get(form));
  later.set(form, setTimeout(async () => {
    const asked = new URLSearchParams(new FormData(form));
    asked.delete("id");
    try {
      const answer = await fetch(`${form.dataset.chance}?${asked}`, { headers: { accept: "text/html" } });
      if (answer.ok) here.replaceChildren(...parsed(await answer.text()).body.childNodes);
      once(form);
    } catch { /* offline: the odds stay as they were */ }
  }, delay));
}

// --- real dice ---------------------------------------------------------------------------------------------------

function pad(place) {
  const input = place.querySelector("input");
  const count = Number(place.dataset.pad);
  const explode = Number(place.dataset.explode) || 99;
  const emphasis = "emphasis" in place.dataset;
  let taps = [];
  const keys = made("div", "", { class: "pad", role: "group", "aria-label": "What the dice show" });
  const told = made("p", "", { class: "quiet", role: "status" });
  const dice = () => {
    const found = [];
    for (const face of taps) {
      const die = found[found.length - 1];
      const lastFace = die?.[die.length - 1];
      const again = emphasis && die?.length === 1 && die[0] === 1;
      if (die && (lastFace >= explode || again)) die.push(face);
      else found.push([face]);
    }
    return found;
  };
  const show = () => {
    const found = dice();
    const die = found[found.length - 1];
    const lastFace = die?.[die.length - 1];
    input.value = found.map((one) => (one.length > 1 && one[0] === 1 ? `1>${one.slice(1).join("+")}` : one.join("+"))).join(" ");
    const pending = lastFace >= explode ? `That ${lastFace} explodes: throw it again.`
      : emphasis && die?.length === 1 && lastFace === 1 ? "Emphasis: throw that 1 again." : "";
    const left = count - found.length;
    told.textContent = pending || (left > 0 ? `${left} more to throw.` : left < 0 ? "These are too many dice." : "All dice are there.");
    dirty.add(input.form);
  };
  for (const face of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    const key = made("button", String(face % 10), { type: "button", "data-face": face });
    if (face === 10) key.setAttribute("aria-label", "ten");
    keys.append(key);
  }
  keys.append(made("small", "0 is ten", { class: "hint" }), made("button", "undo", { type: "button", class: "plain", "data-undo": "" }));
  keys.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    if ("undo" in key.dataset) taps.pop();
    else taps.push(Number(key.dataset.face));
    show();
  });
  keys.addEventListener("keydown", (event) => {
    if (/^[0-9]$/.test(event.key)) taps.push(Number(event.key) || 10);
    else if (event.key === "Backspace") taps.pop();
    else return;
    event.preventDefault();
    show();
  });
  place.prepend(told, keys);
  told.textContent = `${count} to throw.`;
}

const DRAWN = { su: "success", ex: "explosive", op: "opportunity", st: "strife" };

function symbolKey(face) {
  const key = made("button", "", { type: "button", "data-face": face });
  for (const part of face.split("+").filter((each) => DRAWN[each])) {
    const glyph = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    glyph.setAttribute("viewBox", "0 0 20 20");
    glyph.setAttribute("class", `glyph ${DRAWN[part]}`);
    glyph.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#on-${DRAWN[part]}`);
    glyph.append(use);
    key.append(glyph);
  }
  const words = face === "-" ? "blank" : face.split("+").map((part) => DRAWN[part]).join(" and ");
  key.append(face === "-" ? made("span", "blank") : made("span", words, { class: "vh" }));
  return key;
}

function symbolPad(place) {
  const input = place.querySelector("input");
  const ring = Number(place.dataset.ring);
  const skill = Number(place.dataset.skill);
  const taps = [];
  const told = made("p", "", { class: "quiet", role: "status" });
  const keys = made("div", "", { class: "pad symbols", role: "group" });
  const show = () => {
    const next = taps.length < ring ? "ring" : "skill";
    const left = ring + skill - taps.length;
    told.textContent = left > 0 ? `Ring and skill dice as they lie: ${next} die, ${left} more.` : "All dice are there.";
    keys.replaceChildren(...(left > 0 ? place.dataset[`${next}Faces`].split(" ").map(symbolKey) : []));
    keys.append(made("button", "undo", { type: "button", class: "plain", "data-undo": "" }));
    keys.setAttribute("aria-label", `What the ${next} die shows`);
    const later = taps.length > ring ? ` / ${taps.slice(ring).join(" ")}` : "";
    if (taps.length) input.value = `${taps.slice(0, ring).join(" ")}${later}`.trim();
  };
  keys.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    if ("undo" in key.dataset) taps.pop();
    else taps.push(key.dataset.face);
    if (!taps.length) input.value = "";
    dirty.add(input.form);
    show();
    keys.querySelector("button")?.focus();
  });
  place.prepend(told, keys);
  show();
}

// --- keys, times, and what a new part needs ----------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, [contenteditable]")) return;
  const places = {
    r: ["#doing form .go", "#compose a"],
    "/": ["input[type=search]"],
    a: ["#asks summary"],
  }[event.key];
  const target = places?.map((place) => document.querySelector(place)).find(Boolean);
  if (!target) return;
  event.preventDefault();
  target.focus();
  target.scrollIntoView({ block: "nearest" });
});

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { weekday: "long" });
const date = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "long" });

function times(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    const hours = (Date.now() - at) / 3_600_000;
    const old = hours < 12 ? clock.format(at) : hours < 144 ? day.format(at) : date.format(at);
    const minutes = Math.round(hours * 60);
    time.textContent = "since" in time.dataset && minutes < 60 ? (minutes < 1 ? "just now" : `${minutes} min ago`) : old;
    time.title = at.toLocaleString();
  }
}

function ready(root) {
  times(root);
  root.querySelectorAll("[data-pad]").forEach((place) => place.querySelector(".pad") || pad(place));
  root.querySelectorAll(".skirmish-board .now").forEach((row) => {
    row.parentElement.scrollTop = row.offsetTop - row.parentElement.offsetTop - row.offsetHeight;
  });
  root.querySelectorAll("[data-symbols]").forEach((place) => place.querySelector(".pad") || symbolPad(place));
  askedBy(root);
  const asking = root.matches?.("form[data-chance]") ? [root] : root.querySelectorAll("form[data-chance]");
  for (const form of asking) if (!form.querySelector("[data-chance-here]")?.firstChild) chance(form, 0);
}

learn(document);
ready(document);
counts();
setInterval(() => times(document), 30_000);
