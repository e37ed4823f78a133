import plugin from "./lore.js"
const told = { system: [] }
if (process.argv[2] === "1") {
  const hooks = await plugin.server({ directory: "/home/u/web" })
  await hooks["chat.message"]({ sessionID: "s1", messageID: "m1" }, { parts: [{ type: "text", text: "hello" }] })
  await hooks["experimental.chat.system.transform"]({ sessionID: "s1" }, told)
  const compacting = { context: [] }
  await hooks["experimental.session.compacting"]({ sessionID: "s1" }, compacting)
  await hooks["tool.execute.after"]({ sessionID: "s1", tool: "bash", args: { command: "ls" } }, { output: "README.md" })
  await hooks.event({ event: { type: "session.idle", properties: { sessionID: "s1" } } })
  console.log(JSON.stringify({ system: told.system, compacting: compacting.context }))
} else {
  const hooks = {}
  const on = (name, hook) => { hooks[name] = hook; return Promise.resolve() }
  async function* events() { yield { type: "session.idle", properties: { sessionID: "s1" } } }
  const event = { subscribe: async () => events() }
  const ctx = { location: { directory: "/home/u/web" }, session: { hook: on }, tool: { hook: on }, event }
  const end = await plugin.setup(ctx)
  await hooks.prompt({ sessionID: "s1", id: "m1", prompt: { text: "hello" } })
  await hooks.context({ sessionID: "s1", system: told.system })
  const compacting = { sessionID: "s1", system: [] }
  await hooks.compaction(compacting)
  await hooks["execute.after"]({ sessionID: "s1", tool: "bash", input: { command: "ls" }, result: "README.md" })
  await new Promise((done) => setTimeout(done, 300))
  end()
  const texts = (parts) => parts.map((part) => part.text)
  console.log(JSON.stringify({ system: texts(told.system), compacting: texts(compacting.system) }))
}
