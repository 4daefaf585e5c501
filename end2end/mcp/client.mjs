// Drives an MCP server with the reference client and prints what came back, one JSON object:
//   client.mjs stdio PROGRAM ARGUMENT…
//   client.mjs http URL [TOKEN]
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [kind, place, ...rest] = process.argv.slice(2);
const headers = rest[0] ? { Authorization: `Bearer ${rest[0]}` } : {};
const transport =
  kind === "stdio"
    ? new StdioClientTransport({ command: place, args: rest, env: process.env })
    : new StreamableHTTPClientTransport(new URL(place), { requestInit: { headers } });

const client = new Client({ name: "test", version: "1.0.0" });
const failure = async (work) => {
  try {
    return await work();
  } catch (error) {
    return { failed: error.message };
  }
};

await client.connect(transport);
const { tools } = await client.listTools();
const steps = [];
const asked = await client.callTool(
  { name: "ask", arguments: { question: "How many complaints were there in January 2026?" } },
  undefined,
  { onprogress: ({ message }) => steps.push(message) },
);
const told = {
  server: client.getServerVersion(),
  instructions: client.getInstructions(),
  capabilities: client.getServerCapabilities(),
  tools,
  asked,
  steps,
  volumes: await client.callTool({
    name: "get_daily_volumes",
    arguments: { dataType: "communications", timeRange: "January 2026" },
  }),
  wrong: await client.callTool({ name: "get_record", arguments: { id: 7 } }),
  acting: await failure(() => client.callTool({ name: "add_case_note", arguments: { caseId: "case-0001", note: "x" } })),
  unknown: await failure(() => client.callTool({ name: "no_such_tool", arguments: {} })),
  resources: (await client.listResources()).resources,
  templates: (await client.listResourceTemplates()).resourceTemplates,
  runs: await client.readResource({ uri: "plumbline://runs" }),
  run: await client.readResource({ uri: asked.structuredContent.resource }),
  prompts: (await client.listPrompts()).prompts,
  sheet: await client.getPrompt({ name: "call_sheet", arguments: { customer: "Hartmann Logistik" } }),
  brief: await client.getPrompt({ name: "morning_brief" }),
  nobody: await failure(() => client.getPrompt({ name: "call_sheet", arguments: {} })),
  offered: await client.complete({
    ref: { type: "ref/prompt", name: "call_sheet" },
    argument: { name: "customer", value: "hart" },
  }),
  missing: await failure(() => client.readResource({ uri: "plumbline://runs/none" })),
};
console.log(JSON.stringify(told));
await client.close();
