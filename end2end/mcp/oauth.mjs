// The reference client connects to an MCP server that asks for OAuth: oauth.mjs PUBLIC_URL REAL_URL PERSON. It reads the metadata
// of the resource, registers itself at the provider, sends its person there, and comes back with a code. Prints what it was told.
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [place, real, person] = process.argv.slice(2);
const redirect = "http://127.0.0.1:9/callback";
const kept = {};
const asked = [];
const authProvider = {
  redirectUrl: redirect,
  clientMetadata: {
    client_name: "a test agent",
    redirect_uris: [redirect],
    grant_types: ["authorization_code"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: "native",
  },
  clientInformation: () => kept.client,
  saveClientInformation: (client) => (kept.client = client),
  tokens: () => kept.tokens,
  saveTokens: (tokens) => (kept.tokens = tokens),
  redirectToAuthorization: (url) => (kept.url = url),
  saveCodeVerifier: (verifier) => (kept.verifier = verifier),
  codeVerifier: () => kept.verifier,
};
// The public address is answered by the server under test.
const reach = (url, init) => {
  asked.push(String(url));
  return fetch(String(url).replace(place, real), init);
};
const transport = () => new StreamableHTTPClientTransport(new URL(`${place}/mcp`), { authProvider, fetch: reach });
const client = () => new Client({ name: "test", version: "1.0.0" });

// A browser at the provider's own forms: who it is, then that it may be told. Gives the code.
const browse = async (start) => {
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
    if (to?.startsWith(redirect)) return new URL(to).searchParams;
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

const first = transport();
try {
  await client().connect(first);
  throw new Error("it was let in without a token");
} catch (error) {
  if (!(error instanceof UnauthorizedError)) throw error;
}
const back = await browse(kept.url);
await first.finishAuth(back.get("code"));
const told = { asked, scope: kept.url.searchParams.get("scope"), resource: kept.url.searchParams.get("resource") };
try {
  const signed = client();
  await signed.connect(transport());
  told.tools = (await signed.listTools()).tools.map((tool) => tool.name);
  told.answer = await signed.callTool({
    name: "ask",
    arguments: { question: "How many complaints were there in January 2026?" },
  });
  await signed.close();
} catch (error) {
  told.failed = error.message;
}
console.log(JSON.stringify(told));
