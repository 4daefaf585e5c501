// A browser that fills in the provider's own forms: who the person is, then their consent. As a program, browse.mjs URL
// PERSON returns to the client that asked, which listens on this machine.
export const browse = async (start, person, back) => {
  const cookies = new Map();
  let [url, init] = [start, {}];
  for (let n = 0; n < 20; n++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(url, { ...init, redirect: "manual", headers: { ...init.headers, cookie } });
    for (const set of reply.headers.getSetCookie()) {
      const [pair] = set.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const to = reply.headers.get("location");
    if (to?.startsWith(back)) return to;
    if (to) {
      [url, init] = [new URL(to, url), {}];
      continue;
    }
    const prompt = (await reply.text()).includes('name="login"') ? "login" : "consent";
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    init = { method: "POST", headers, body: `prompt=${prompt}&login=${person}&password=x` };
  }
  throw new Error(`no code came back from ${start}`);
};

if (process.argv[1] === import.meta.filename) {
  const [start, person] = process.argv.slice(2);
  const back = new URL(start).searchParams.get("redirect_uri");
  await fetch(await browse(start, person, back));
}
