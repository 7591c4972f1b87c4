import { fileURLToPath } from 'node:url'

/** Groups of modules for the bundler. What is needed by more goes first: each group takes along what its modules import. */
export function chunkGroups() {
  const nameOf = chunkOf()
  const shared = ['first', 'client', 'later', 'widgets']
  return [...shared, 'others'].map((name, at, all) => ({
    name: (id: string, graph: Graph) => {
      const chunk = nameOf(id, graph)
      return chunk === name || (name === 'others' && chunk !== null && !shared.includes(chunk)) ? chunk : null
    },
    debugName: name,
    priority: all.length - at,
  }))
}

interface Graph {
  getModuleInfo(id: string): { importers: readonly string[]; dynamicImporters: readonly string[] } | null
}

/** Entries whose files are one, as they are needed together or small. What several of these share is in `widgets`. */
const together: Record<string, RegExp> = {
  // After the rows and charts of the dashboard, and on every other page.
  later:
    /\/(?:pages\/dashboard\/(?:top|projects|usage)|widgets\/(?:live|views|navigation|groups)\/|widgets\/notices\/login-notice)/,
  start:
    /\/(?:widgets\/(?:login|second-factor|scan)\/|pages\/(?:password|dashboard\/start)\/|messages\/(?:\w+\/)?login-errors)/,
  lists:
    /\/pages\/(?:vulnerabilities|findings|decisions|overdue|history|licenses|components|fixes|rule-hits)\//,
  project: /\/pages\/(?:project|projects|vulnerability)\/|\/widgets\/triage\//,
  others: /\/pages\/(?:cases|groups|reports|inbox|jobs|assistant|unsubscribe|texts)\//,
}

/** The calls of other tools' clients are only named, in the audit log. */
const clientParts = /\/packages\/contract\/(?!src\/intake\/)|\/src\/api\/|\/node_modules\/zod\//

/** Few files, none of them tiny: each is a request, and the first view names them all. */
function chunkOf(): (id: string, graph: Graph) => string | null {
  const main = fileURLToPath(new URL('src/main.tsx', import.meta.url))
  const known = new Map<string, ReadonlySet<string>>()
  // The entry and the files that are loaded on demand that need a module.
  const entriesOf = (id: string, graph: Graph): ReadonlySet<string> => {
    const stored = known.get(id)
    if (stored) return stored
    const seen = new Set([id])
    const entries = new Set<string>()
    for (const each of seen) {
      const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(each) ?? {}
      if (each === main || dynamicImporters.length > 0) entries.add(each)
      for (const importer of importers) seen.add(importer)
    }
    known.set(id, entries)
    return entries
  }
  const groupOf = (entry: string) =>
    Object.entries(together).find(([, pattern]) => pattern.test(entry))?.[0] ?? entry
  return (id, graph) => {
    const entries = entriesOf(id, graph)
    if (entries.has(main)) return 'first'
    if (clientParts.test(id)) return 'client'
    const groups = new Set([...entries].map(groupOf))
    if (groups.has('later')) return 'later'
    const [only] = groups
    if (groups.size > 1) return 'widgets'
    return only !== undefined && only in together ? only : null
  }
}
