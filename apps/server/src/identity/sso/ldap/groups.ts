import { escapeFilterValue } from '@assay/text/ldap-filter.ts'
import type { LdapSettings } from '#identity/sso/settings.ts'
import type { Directory } from './connection.ts'
import { type Person, textOf } from './person.ts'

interface Group {
  dn: string
  name: string | null
}

const maxDepth = 10
const maxGroups = 1000
/** Groups whose groups are asked for in one search. */
const groupsAtOnce = 50
/** Matches nothing. */
const nobody = '\0'

/** The person's groups, with the groups that these are in if the settings say so. */
export async function listGroups(
  directory: Directory,
  settings: LdapSettings,
  { dn, uid }: Pick<Person, 'dn' | 'uid'>,
): Promise<Group[]> {
  if (settings.groupBaseDn === '') return []
  const found = new Map<string, Group>()
  let members = [{ dn, uid: uid ?? nobody }]
  for (let depth = 0; members.length > 0 && depth < maxDepth && found.size < maxGroups; depth++) {
    const groups = await searchGroups(directory, settings, members)
    const added = groups.filter((group) => !found.has(dnKey(group.dn)))
    for (const group of added) found.set(dnKey(group.dn), group)
    members = settings.nestsGroups ? added.map((group) => ({ dn: group.dn, uid: nobody })) : []
  }
  return [...found.values()]
}

async function searchGroups(
  directory: Directory,
  { groupBaseDn: baseDn, groupFilter }: LdapSettings,
  members: readonly { dn: string; uid: string }[],
): Promise<Group[]> {
  const groups: Group[] = []
  for (let at = 0; at < members.length; at += groupsAtOnce) {
    const filters = members
      .slice(at, at + groupsAtOnce)
      .map((each) =>
        groupFilter.replaceAll(/\{(dn|uid)\}/g, (_, key: 'dn' | 'uid') =>
          escapeFilterValue(key === 'dn' ? each.dn : each.uid),
        ),
      )
    const filter = filters.length === 1 ? filters[0]! : `(|${filters.join('')})`
    const entries = await directory.search({ baseDn, filter, attributes: ['cn'] })
    groups.push(...entries.map((entry) => ({ dn: entry.dn, name: textOf(entry, 'cn') })))
  }
  return groups
}

/** What the groups are called here. Names with '=' are distinguished ones, others common ones. */
export function mappedNames<T extends string>(
  groups: readonly Group[],
  names: Readonly<Record<string, T>>,
): T[] {
  const common = new Set(groups.map(({ name }) => name?.toLowerCase()))
  const distinguished = new Set(groups.map(({ dn }) => dnKey(dn)))
  return Object.entries(names)
    .filter(([name]) =>
      name.includes('=') ? distinguished.has(dnKey(name)) : common.has(name.toLowerCase()),
    )
    .map(([, here]) => here)
}

/** Directories write the same name with and without spaces, in any case. RFC 4514. */
const dnKey = (dn: string): string => dn.toLowerCase().replaceAll(/\s*([,=+])\s*/g, '$1')
