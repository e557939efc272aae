// The odds while one types. Without this file the form is sent with its button.
"use strict";

const form = document.getElementById("calculator");
const calc = form.closest(".calc");
const told = document.getElementById("told");
const RANKS = ["trait", "skill", "ring"];
let timer, asking;

const wrapper = (name) =>
  form.querySelector(`fieldset:not([hidden]) [data-field="${name}"]`) ??
  form.querySelector(`fieldset:not([hidden]) [name="${name}"], :scope > .field [name="${name}"]`)?.closest(".field");

function choose(game) {
  form.elements.game.value = game;
  for (const part of form.querySelectorAll("fieldset[data-game]")) part.hidden = part.disabled = part.dataset.game !== game;
  for (const link of document.querySelectorAll(".games a")) {
    if (link.dataset.game === game) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function say(faults) {
  for (const old of form.querySelectorAll(".error")) {
    const field = old.closest(".field");
    field.classList.remove("wrong");
    for (const input of field.querySelectorAll("[aria-invalid]")) {
      input.removeAttribute("aria-invalid");
      const hint = document.getElementById(`${input.id}-hint`);
      if (hint) input.setAttribute("aria-describedby", hint.id);
      else input.removeAttribute("aria-describedby");
    }
    old.remove();
  }
  for (const fault of faults) {
    const field = wrapper(fault.dataset.of);
    if (!field) continue;
    const error = fault.content.firstElementChild.cloneNode(true);
    field.append(error);
    field.classList.add("wrong");
    const input = field.querySelector("input");
    input.setAttribute("aria-invalid", "true");
    const hint = document.getElementById(`${input.id}-hint`);
    input.setAttribute("aria-describedby", [hint?.id, error.id].filter(Boolean).join(" "));
  }
}

async function ask() {
  asking?.abort();
  const mine = (asking = new AbortController());
  const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value.trim()));
  calc.classList.add("busy");
  try {
    const answer = await fetch(`${form.action}?${query}`, { headers: { accept: "text/html", "x-part": "answer" }, signal: mine.signal });
    const came = document.createElement("template");
    came.innerHTML = await answer.text();
    const part = came.content.getElementById("answer");
    if (!part) return;
    if (part.dataset.game !== form.elements.game.value) {
      choose(part.dataset.game);
      ask();
      return;
    }
    say(part.querySelectorAll("template[data-of]"));
    for (const id of ["headline", "answer"]) document.getElementById(id).replaceWith(came.content.getElementById(id));
    history.replaceState(null, "", part.dataset.link);
    told.textContent = document.getElementById("headline").textContent.replace(/\s+/g, " ").trim();
    document.title = `${told.textContent} · rollkeep`;
  } catch (error) {
    if (error.name !== "AbortError") told.textContent = "The odds could not be fetched.";
  } finally {
    if (asking === mine) calc.classList.remove("busy");
  }
}

form.addEventListener("input", (event) => {
  const { name, value } = event.target;
  if (name === "roll" && value.trim()) for (const rank of RANKS) for (const field of form.querySelectorAll(`[name=${rank}]`)) field.value = "";
  if (RANKS.includes(name) && value.trim()) form.elements.roll.value = "";
  clearTimeout(timer);
  timer = setTimeout(ask, 150);
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(timer);
  ask();
});
