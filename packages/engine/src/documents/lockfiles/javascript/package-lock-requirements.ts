import type { Component, Requirement } from '../../../inventory.ts'
import { isRecord, recordOf } from '../../parsers/json-value.ts'
import { askIn, manifestAt, npmOverrides } from './package-json.ts'
import type { NodeAsk } from './package-lock-links.ts'
import type { Lockfile, TreeNode } from './package-lock-tree.ts'

interface Requests {
  asks: readonly NodeAsk[]
  indexOf: ReadonlyMap<TreeNode, number>
  lockfile: Lockfile
}

const groups = new Map([
  ['devDependencies', 'dev'],
  ['optionalDependencies', 'optional'],
  ['peerDependencies', 'peer'],
])

function groupOf(member: string): { group?: string } {
  const group = groups.get(member)
  return group === undefined ? {} : { group }
}

/** Records who asks for the components, with the overrides of the package.json next to the lockfile. */
export function addRequirements(components: Component[], { asks, indexOf, lockfile }: Requests): void {
  const { path: file } = lockfile
  const root = recordOf(recordOf(lockfile.json['packages'])[''])
  const hasWorkspaces = root['workspaces'] !== undefined
  for (const { from, to, member, name, range } of asks) {
    const component = components[indexOf.get(to) ?? -1]
    const by = from.isOwn ? null : indexOf.get(from)
    if (component === undefined || by === undefined) continue
    const folder = from.isOwn ? from.name.replace(/^\//, '') : ''
    add(component, {
      file,
      by,
      range,
      ...(name !== component.name && { alias: name }),
      ...(folder !== '' && (hasWorkspaces ? { member: folder } : { manifest: `${folder}/package.json` })),
      ...groupOf(member),
      ...(isBundled(to) && { isBundled: true as const }),
    })
  }
  addFromManifest(components, lockfile)
}

const isBundled = ({ entry }: TreeNode) => entry?.['inBundle'] === true || entry?.['bundled'] === true

const add = (component: Component, requirement: Requirement) =>
  (component.requirements ??= []).push(requirement)

/** Overrides, and for version 1 what the project itself asks for: the lockfile has neither. */
function addFromManifest(components: readonly Component[], { path, tree, json }: Lockfile): void {
  const manifest = manifestAt({ path, tree }, '.')
  if (manifest === null) return
  const isOld = !isRecord(json['packages'])
  const overrides = npmOverrides(manifest.json)
  for (const component of components) {
    const forced = overrides.get(component.name)
    if (forced !== undefined)
      add(component, { file: path, by: null, isOverride: true, ...(forced !== '' && { range: forced }) })
    if (!isOld || component.isDirect === false) continue
    const asked = askIn(manifest, component.name)
    if (asked)
      add(component, {
        file: path,
        by: null,
        range: asked.range,
        ...(asked.group !== undefined && { group: asked.group }),
      })
  }
}
