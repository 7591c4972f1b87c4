interface Node {
  uuid: string
  parentUuid: string | null
  name: string
}

export interface TreeRow<Group extends Node> {
  group: Group
  /** 1 at the top. */
  level: number
  /** Among those below the same group, from 1. */
  position: number
  siblings: number
  hasChildren: boolean
}

/** Depth first, each level by name. Below groups that are not open, nothing is listed. A group whose parent is absent is at the top. */
export function inTreeOrder<Group extends Node>(
  groups: readonly Group[],
  isOpen: (uuid: string) => boolean = () => true,
): TreeRow<Group>[] {
  const known = new Set(groups.map(({ uuid }) => uuid))
  const childrenOf = Map.groupBy(groups, ({ parentUuid }) =>
    parentUuid !== null && known.has(parentUuid) ? parentUuid : null,
  )
  const list = (parent: string | null, level: number): TreeRow<Group>[] => {
    const children = (childrenOf.get(parent) ?? []).toSorted((one, other) =>
      one.name.localeCompare(other.name),
    )
    return children.flatMap((group, index) => [
      {
        group,
        level,
        position: index + 1,
        siblings: children.length,
        hasChildren: childrenOf.has(group.uuid),
      },
      ...(isOpen(group.uuid) ? list(group.uuid, level + 1) : []),
    ])
  }
  return list(null, 1)
}

/** The group and those above it, from the top. */
export function pathOf<Group extends Node>(groups: readonly Group[], uuid: string): Group[] {
  const group = groups.find((each) => each.uuid === uuid)
  if (!group) return []
  return [...(group.parentUuid === null ? [] : pathOf(groups, group.parentUuid)), group]
}

/** The group and all below it: where it cannot be moved. */
export const withAllBelow = (groups: readonly Node[], uuid: string): Set<string> =>
  new Set(
    groups
      .filter((each) => pathOf(groups, each.uuid).some((above) => above.uuid === uuid))
      .map((each) => each.uuid),
  )

/** The row that a key moves to, or what it does to the tree; null if nothing. WAI-ARIA APG, treegrid. */
export function actOn<Group extends Node>(
  key: string,
  { rows, at, isOpen }: { rows: readonly TreeRow<Group>[]; at: number; isOpen: (uuid: string) => boolean },
): { focus: number } | { open: string } | { close: string } | null {
  const row = rows[at]
  if (!row) return null
  const { uuid } = row.group
  const isExpanded = row.hasChildren && isOpen(uuid)
  const moves = new Map<string, () => ReturnType<typeof actOn>>(
    Object.entries({
      ArrowDown: () => ({ focus: Math.min(at + 1, rows.length - 1) }),
      ArrowUp: () => ({ focus: Math.max(at - 1, 0) }),
      Home: () => ({ focus: 0 }),
      End: () => ({ focus: rows.length - 1 }),
      ArrowRight: () => {
        if (!row.hasChildren) return null
        return isExpanded ? { focus: at + 1 } : { open: uuid }
      },
      ArrowLeft: () => {
        if (isExpanded) return { close: uuid }
        const parent = rows.findIndex(({ group }) => group.uuid === row.group.parentUuid)
        return parent < 0 ? null : { focus: parent }
      },
    }),
  )
  return moves.get(key)?.() ?? null
}
