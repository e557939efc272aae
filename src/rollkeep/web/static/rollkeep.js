// Steppers, and arrow keys among the dice to keep. Everything works without this file.
"use strict";

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  const input = button?.closest(".stepper")?.querySelector("input");
  if (!input || input.disabled) return;
  const before = input.value;
  if (Number(button.dataset.step) > 0) input.stepUp();
  else input.stepDown();
  if (input.value === before) return;
  for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
});

document.addEventListener("keydown", (event) => {
  const group = event.target.matches?.(".dice input") && event.target.closest(".dice");
  if (!group || event.altKey || event.ctrlKey || event.metaKey) return;
  const dice = [...group.querySelectorAll("input:not(:disabled)")];
  const at = dice.indexOf(event.target);
  const to = {
    ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: dice.length - 1,
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  dice[(to + dice.length) % dice.length].focus();
});
