// Copies a text at a tap, also where the browser has no clipboard for pages without encryption.
"use strict";

for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  const area = button && document.getElementById(button.dataset.copy);
  if (!area) return;
  let done = false;
  try {
    await navigator.clipboard.writeText(area.value);
    done = true;
  } catch {
    area.focus();
    area.select();
    done = document.execCommand("copy");
    if (done) button.focus();
  }
  const said = document.getElementById("copied");
  if (said) said.textContent = done ? "Copied." : "Selected: copy it with Ctrl-C, or hold it with a finger.";
});
