// The reference client connects to an MCP server that requires OAuth: oauth.mjs PUBLIC_URL REAL_URL PERSON. It reads
// the resource's metadata, registers itself at the provider, redirects its person there, and returns with a code.
// Prints the results.
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { browse } from "./browse.mjs";

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
// Requests to the public address go to the server under test.
const reach = (url, init) => {
  asked.push(String(url));
  return fetch(String(url).replace(place, real), init);
};
const transport = () => new StreamableHTTPClientTransport(new URL(`${place}/mcp`), { authProvider, fetch: reach });
const client = () => new Client({ name: "test", version: "1.0.0" });

const first = transport();
try {
  await client().connect(first);
  throw new Error("it was let in without a token");
} catch (error) {
  if (!(error instanceof UnauthorizedError)) throw error;
}
const back = new URL(await browse(kept.url, person, redirect)).searchParams;
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
