// Written by `lore setup`: hands the events of a session to lore-hook, and what it prints to the model.
// One default export serves opencode 1 (`server`) and opencode 2 (`setup`). Nothing here may fail or wait for long:
// without an answer in time, the session goes on without one.
import { spawn } from "node:child_process"

const AGENT = "__agent__"
const PROGRAM = "__program__"
const FLAGS = JSON.parse("__flags__")
const PATIENCE_MS = 5000
const LONGEST = 100000
// The program sets these for itself and so for the shells it opens. Without them lore-hook knows that no shell of the
// agent started it, and that it may believe what it is told was typed.
const SHELL = ["AGENT", "OPENCODE", "OPENCODE_PID", "OPENCODE_CLIENT", "KILO_PID", "KILOCODE_FEATURE"]
const environment = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !SHELL.includes(name)))

/** What lore-hook prints for an event; "" where it prints nothing, fails or is late. */
function ask(event, data) {
  return new Promise((resolve) => {
    let said = ""
    let child
    const done = (text) => {
      clearTimeout(timer)
      resolve(text)
    }
    const timer = setTimeout(() => {
      child?.kill()
      resolve("")
    }, PATIENCE_MS)
    try {
      child = spawn(PROGRAM, [...FLAGS, AGENT, event], { stdio: ["pipe", "pipe", "ignore"], env: environment() })
      child.on("error", () => done(""))
      child.stdout.on("data", (part) => (said.length < LONGEST ? (said += part) : undefined))
      child.stdin.on("error", () => {})
      child.on("close", (code) => done(code === 0 ? said.trim() : ""))
      child.stdin.end(JSON.stringify({ event, ...data }))
    } catch {
      done("")
    }
  })
}

/** The sessions of one opencode: what each was given, in order. A system prompt is made anew for each request. */
function memory(cwd) {
  const given = new Map()
  const told = (session) => given.get(session) ?? given.set(session, []).get(session)
  const add = (session, text) => (text ? told(session).push(text) : undefined)
  return {
    async prompt(session, turn, prompt) {
      if (!given.has(session)) {
        told(session)
        add(session, await ask("session-start", { session_id: session, cwd, source: "startup" }))
      }
      add(session, await ask("prompt", { session_id: session, cwd, turn_id: turn, prompt }))
    },
    texts: (session) => (session ? (given.get(session) ?? []) : []),
    tool: (session, tool_name, tool_input, tool_response) =>
      ask("tool-use", { session_id: session, cwd, tool_name, tool_input, tool_response }),
    compacting: (session) => ask("before-compaction", { session_id: session, cwd }),
    async event(type, session) {
      const event = { "session.compacted": "after-compaction", "session.compaction.ended": "after-compaction", "session.idle": "stop", "session.deleted": "session-end" }[type]
      if (event && session) await ask(event, { session_id: session, cwd })
      if (event === "session-end") given.delete(session)
    },
  }
}

const textOf = (parts) => (parts ?? []).filter((part) => part?.type === "text" && !part.synthetic).map((part) => part.text).join("\n")

async function server({ directory }) {
  const lore = memory(directory)
  return {
    "chat.message": async (input, output) => lore.prompt(input.sessionID, input.messageID ?? output.message?.id, textOf(output.parts)),
    "experimental.chat.system.transform": async (input, output) => {
      output.system.push(...lore.texts(input.sessionID))
    },
    "tool.execute.after": async (input, output) => {
      await lore.tool(input.sessionID, input.tool, input.args, output.output)
    },
    "experimental.session.compacting": async (input, output) => {
      const text = await lore.compacting(input.sessionID)
      if (text) output.context.push(text)
    },
    event: async ({ event }) => lore.event(event.type, event.properties?.sessionID ?? event.properties?.info?.id),
  }
}

async function setup(ctx) {
  const lore = memory(ctx.location?.directory)
  await ctx.session.hook("prompt", async (event) => lore.prompt(event.sessionID, event.id, event.prompt?.text ?? ""))
  await ctx.session.hook("context", async (event) => {
    for (const text of lore.texts(event.sessionID)) event.system.push({ type: "text", text })
  })
  await ctx.session.hook("compaction", async (event) => {
    const text = await lore.compacting(event.sessionID)
    if (text) event.system.push({ type: "text", text })
  })
  await ctx.tool.hook("execute.after", async (event) => {
    await lore.tool(event.sessionID, event.tool, event.input, event.result)
  })
  const over = new AbortController()
  // Not awaited: a subscription never ends.
  ;(async () => {
    for await (const event of await ctx.event.subscribe({ signal: over.signal })) {
      await lore.event(event.type, event.properties?.sessionID ?? event.data?.sessionID)
    }
  })().catch(() => {})
  return () => over.abort()
}

export default { id: "lore", setup, server }
