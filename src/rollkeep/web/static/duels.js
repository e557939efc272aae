// The list of duels goes on by itself. Without this file it is loaded anew by hand.
"use strict";

{
  const list = document.getElementById("duels");
  const stream = new EventSource(list.dataset.stream);
  let due = 0;

  async function renew() {
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" } });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(list.id);
      if (fresh && fresh.innerHTML !== list.innerHTML) list.replaceChildren(...document.importNode(fresh, true).childNodes);
    } catch { /* offline: the stream says when there is something again */ }
  }

  stream.addEventListener("message", () => {
    clearTimeout(due);
    due = setTimeout(renew, 200);
  });
  stream.addEventListener("gone", () => stream.close());
  addEventListener("pagehide", () => stream.close());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}
