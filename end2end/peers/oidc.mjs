// The certified OpenID provider `oidc-provider` with one person: oidc.mjs REDIRECT_URI [SECONDS OF A TOKEN]; prints its
// address once it listens. By default (Core 5.4) the ID token contains only the subject; everything else comes from
// UserInfo.
import http from "node:http";
import { Provider } from "oidc-provider";

const [redirect, lasts = "300"] = process.argv.slice(2);
const server = http.createServer();
server.listen(0, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "desk",
        client_secret: "s3cret",
        redirect_uris: [redirect],
        post_logout_redirect_uris: [new URL("/sign-in", redirect).href],
      },
      // A program that asks in its own name.
      {
        client_id: "robot",
        client_secret: "r0b0t-s3cret",
        grant_types: ["client_credentials"],
        response_types: [],
        redirect_uris: [],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { openid: ["sub"], profile: ["preferred_username"], groups: ["groups", "region"] },
    scopes: ["openid", "offline_access", "profile", "groups", "plumbline:ask"],
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: id, groups: ["desk"], region: ["North"] }),
    }),
    features: {
      devInteractions: { enabled: true },
      rpInitiatedLogout: { enabled: true },
      // Agents register themselves, and get JWTs for the server that they name (RFC 7591, RFC 8707, RFC 9068).
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_, audience) => ({
          audience,
          scope: "plumbline:ask",
          accessTokenFormat: "jwt",
          accessTokenTTL: Number(lasts),
        }),
      },
      clientCredentials: { enabled: true },
    },
  });
  server.on("request", provider.callback());
  console.log(issuer);
});
