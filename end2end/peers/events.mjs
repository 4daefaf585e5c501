// A standard EventSource over a stream: events.mjs URL; prints the events' names, how often it connected, and whether
// it stopped by itself (HTML Standard 9.2.3: status 204 ends reconnecting).
import { EventSource } from "eventsource";

const names = [];
let connected = 0;
const source = new EventSource(process.argv[2], {
  fetch: (url, init) => {
    connected += 1;
    return fetch(url, init);
  },
});
const note = ({ type }) => names.push(type);
for (const name of ["connected", "message", "run.started", "run.finished"]) source.addEventListener(name, note);
const end = (closed) => {
  console.log(JSON.stringify({ names, connected, closed }));
  process.exit(0);
};
source.addEventListener("error", () => source.readyState === EventSource.CLOSED && end(true));
setTimeout(() => end(false), 30_000);
