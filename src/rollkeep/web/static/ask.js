// What a game master asks for: taps that fill fields in, and only the rolls and rows of those who are ticked.
// Everything works without this file.
"use strict";

const told = (element) => element.dispatchEvent(new Event("input", { bubbles: true }));

document.addEventListener("click", (event) => {
  const tap = event.target.closest("[data-set], [data-append]");
  const form = tap?.closest("form");
  if (!form) return;
  const field = form.elements[tap.dataset.set ?? tap.dataset.append];
  if (tap.dataset.append) field.value = [field.value.trim().replace(/,$/, ""), tap.dataset.value].filter(Boolean).join(", ");
  else field.value = tap.dataset.value;
  const judging = form.querySelector("[name=judging]:checked");
  if (tap.dataset.set === "tn" && judging && !["told", "hidden"].includes(judging.value))
    form.querySelector("[name=judging][value=told]").checked = true;
  told(field);
});

const asks = document.getElementById("asks");
const deeds = asks ? JSON.parse(asks.dataset.deeds) : {};

function narrow(form) {
  const boxes = [...form.querySelectorAll("[name=whom]")];
  const ticked = boxes.filter((box) => box.checked || box.tagName === "SELECT").map((box) => box.value);
  const whom = ticked.length ? ticked : Object.keys(deeds);
  const list = form.querySelector("datalist[id$=deeds]");
  if (list) {
    const every = new Set(whom.flatMap((who) => deeds[who] ?? []));
    list.replaceChildren(...[...every].map((deed) => Object.assign(document.createElement("option"), { value: deed })));
  }
  for (const row of form.querySelectorAll("[data-of]")) row.hidden = !ticked.includes(row.dataset.of);
}

if (asks) {
  for (const form of asks.querySelectorAll("form[data-asks]")) {
    narrow(form);
    form.addEventListener("change", (event) => event.target.name === "whom" && narrow(form));
    form.addEventListener("reset", () => setTimeout(narrow, 0, form));
  }
}
