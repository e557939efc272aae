// The list of duels goes on by itself. Without this file it is loaded anew by hand.
"use strict";

{
  const list = document.getElementById("duels");
  let stream = null;
  let due = 0;
  let wait = 500;

  async function renew() {
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" } });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(list.id);
      if (!fresh || fresh.innerHTML === list.innerHTML) return;
      const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
      list.replaceChildren(...document.importNode(fresh, true).childNodes);
      if (focused) [...list.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
    } catch { /* offline: the stream says when there is something again */ }
  }

  function listen() {
    stream?.close();
    stream = new EventSource(list.dataset.stream);
    stream.onopen = () => { wait = 500; };
    stream.onmessage = () => {
      clearTimeout(due);
      due = setTimeout(renew, 200);
    };
    stream.addEventListener("gone", () => { stream.close(); location.reload(); }); // which says what has gone
    stream.onerror = () => {
      if (stream.readyState !== EventSource.CLOSED) return;
      setTimeout(listen, wait);
      wait = Math.min(wait * 2, 4_000);
    };
  }

  listen();
  addEventListener("pagehide", () => stream.close());
  addEventListener("pageshow", (event) => event.persisted && location.reload());
}
