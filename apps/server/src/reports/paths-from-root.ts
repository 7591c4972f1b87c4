import type { StoredComponent } from './store.ts'

/** For each 'name@version' the shortest path that brings it in, root first, as 'name:version' entries. */
export function pathsFromRoot(components: readonly StoredComponent[]): Map<string, string[]> {
  const children = new Map<string, string[]>()
  for (const { name, version, required_by } of components) {
    for (const parent of required_by) {
      const list = children.get(parent)
      if (list) list.push(`${name}@${version}`)
      else children.set(parent, [`${name}@${version}`])
    }
  }
  const parents = new Map<string, string | null>()
  let front = components
    .filter((each) => each.is_direct === true)
    .map(({ name, version }) => `${name}@${version}`)
  for (const key of front) parents.set(key, null)
  while (front.length > 0) {
    const next: string[] = []
    for (const key of front) {
      for (const child of children.get(key) ?? []) {
        if (parents.has(child)) continue
        parents.set(child, key)
        next.push(child)
      }
    }
    front = next
  }
  return new Map([...parents.keys()].map((key) => [key, pathTo(key, parents)]))
}

function pathTo(key: string, parents: ReadonlyMap<string, string | null>): string[] {
  const path: string[] = []
  for (let at: string | null = key; at !== null; at = parents.get(at) ?? null)
    path.push(at.replace(/@([^@]*)$/, ':$1'))
  return path.toReversed()
}
