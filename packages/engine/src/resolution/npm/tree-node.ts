import type { ComponentOrigin } from '../../inventory.ts'
import type { OverrideRule } from './overrides.ts'
import { satisfies } from './pick-version.ts'
import type { Manifest } from './packuments.ts'

/** optionalPeer: it need not be there, but if it is, it must satisfy. */
export type EdgeKind = 'dependency' | 'optional' | 'dev' | 'peer' | 'optionalPeer'

/** A request of a package for another one. */
export interface Edge {
  from: TreeNode
  /** The name of the folder. */
  alias: string
  /** The package. */
  name: string
  /** As asked for, or as the root overrides it. */
  range: string
  isOverride: boolean
  kind: EdgeKind
  /** If it is not from the registry. */
  origin?: ComponentOrigin
  to: TreeNode | null
}

/** A package in a folder node_modules, as npm lays it out. */
export class TreeNode {
  readonly alias: string
  readonly manifest: Manifest
  parent: TreeNode | null
  readonly children = new Map<string, TreeNode>()
  readonly edgesOut: Edge[] = []
  readonly edgesIn = new Set<Edge>()
  readonly rules: readonly OverrideRule[]
  /** The root or one of its members. */
  readonly isTop: boolean
  readonly origin: ComponentOrigin | null

  constructor(own: Pick<TreeNode, 'alias' | 'manifest' | 'parent' | 'rules' | 'isTop' | 'origin'>) {
    this.alias = own.alias
    this.manifest = own.manifest
    this.parent = own.parent
    this.rules = own.rules
    this.isTop = own.isTop
    this.origin = own.origin
  }

  get depth(): number {
    return this.parent === null ? 0 : this.parent.depth + 1
  }

  get path(): string {
    return this.parent === null ? '' : `${this.parent.path}/${this.alias}`
  }

  /** Where a module of that name is found from here. */
  resolve(alias: string): TreeNode | null {
    return this.children.get(alias) ?? this.parent?.resolve(alias) ?? null
  }

  isBelow(other: TreeNode): boolean {
    return this === other || (this.parent?.isBelow(other) ?? false)
  }
}

export const isPeer = (kind: EdgeKind): boolean => kind === 'peer' || kind === 'optionalPeer'

/** A package sees its peers beside itself. */
export const startOf = ({ kind, from }: Edge): TreeNode => (isPeer(kind) && !from.isTop ? from.parent! : from)

export function isSatisfied(edge: Edge, by: TreeNode | null): boolean {
  if (by === null) return edge.kind === 'optionalPeer'
  if (by.isTop) return true
  const { name, range, origin } = edge
  if (origin || by.origin) return origin?.address === by.origin?.address
  return by.manifest.name === name && satisfies(by.manifest.version, range)
}

export function link(edge: Edge, to: TreeNode | null): void {
  edge.to?.edgesIn.delete(edge)
  edge.to = to
  to?.edgesIn.add(edge)
}
