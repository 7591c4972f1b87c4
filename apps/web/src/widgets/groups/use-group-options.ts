import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { usePermission } from '../use-permission.ts'
import { inTreeOrder } from './tree-model.ts'

const noGroups: readonly never[] = []
/** A no-break space: others at the start of an option are not shown. */
const indent = '\u2003'

/** All groups for a select, in the order of the tree and indented; empty until they are loaded. */
export function useGroupOptions(isNeeded = true): { value: string; label: string }[] {
  const hasPermission = usePermission()
  const { data = noGroups } = useQuery({
    ...query(api.groups.list, {}),
    enabled: isNeeded && hasPermission('projects.read'),
    staleTime: 60_000,
  })
  return inTreeOrder(data).map(({ group, level }) => ({
    value: group.uuid,
    label: indent.repeat(level - 1) + group.name,
  }))
}
