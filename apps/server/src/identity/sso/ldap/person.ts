import { escapeFilterValue } from '@assay/text/ldap-filter.ts'
import { AndFilter, type Entry, EqualityFilter, FilterParser, OrFilter } from 'ldapts'
import type { LdapSettings } from '#identity/sso/settings.ts'
import type { Directory } from './connection.ts'

/** An entry of a person. */
export interface Person {
  dn: string
  /** The attribute with the immutable identifier and its bytes, 'entryUUID 6d61…'. */
  subject: string
  email: string | null
  name: string | null
  /** How groups of POSIX list the person. */
  uid: string | null
  isDisabled: boolean
}

/** Identifiers that survive renames and moves: RFC 4530, Active Directory, 389 Directory Server, FreeIPA, eDirectory. */
const idAttributes = ['entryUUID', 'objectGUID', 'nsUniqueId', 'ipaUniqueID', 'GUID']
/** What directories write into the entry of somebody who may not log in. */
const stateAttributes = ['userAccountControl', 'nsAccountLock', 'loginDisabled', 'pwdAccountLockedTime']
const uidAttributes = ['uid', 'sAMAccountName']

/** The only person with the name that was entered; null if there is none, or more than one. */
export async function findByLogin(
  directory: Directory,
  settings: LdapSettings,
  login: string,
): Promise<Person | null> {
  const filter = settings.userFilter.replaceAll('{login}', () => escapeFilterValue(login))
  const ids = idsOf(settings)
  const entries = await directory.search({ ...read(settings, ids), filter, atMost: 2 })
  return entries.length === 1 ? personOf(entries[0]!, settings, ids) : null
}

/** Some people, as a test of the settings; null for entries that cannot log in. */
export async function findAny(directory: Directory, settings: LdapSettings): Promise<(Person | null)[]> {
  const ids = idsOf(settings)
  const filter = settings.userFilter.replaceAll('{login}', '*')
  const entries = await directory.search({ ...read(settings, ids), filter, atMost: 5 })
  return entries.map((entry) => personOf(entry, settings, ids))
}

const idsOf = ({ attributes }: LdapSettings) => (attributes.id === '' ? idAttributes : [attributes.id])

/** Those of the people that the directory still lists, and that may log in. */
export async function listBySubject(
  directory: Directory,
  settings: LdapSettings,
  subjects: readonly string[],
): Promise<Person[]> {
  const filters = subjects.map((subject) => {
    const [attribute = '', hex = ''] = subject.split(' ', 2)
    return new EqualityFilter({ attribute, value: Buffer.from(hex, 'hex') })
  })
  const anyone = FilterParser.parseString(settings.userFilter.replaceAll('{login}', '*'))
  const filter = new AndFilter({ filters: [new OrFilter({ filters }), anyone] })
  const ids = [...new Set(subjects.map((subject) => subject.split(' ', 1)[0]!))]
  const entries = await directory.search({ ...read(settings, ids), filter })
  return entries
    .flatMap((entry) => personOf(entry, settings, ids) ?? [])
    .filter(({ isDisabled }) => !isDisabled)
}

const read = ({ baseDn, attributes }: LdapSettings, ids: readonly string[]) => ({
  baseDn,
  attributes: [...ids, attributes.email, attributes.name, ...uidAttributes, ...stateAttributes],
  binary: [...ids, ...ids.map((each) => each.toLowerCase())],
})

/** null if the entry has no identifier: a name can be given to somebody else. */
function personOf(entry: Entry, settings: LdapSettings, ids: readonly string[]): Person | null {
  const id = ids.find((each) => bytesOf(entry, each) !== null)
  if (id === undefined || entry.dn === '') return null
  const { email, name } = settings.attributes
  return {
    dn: entry.dn,
    subject: `${id} ${bytesOf(entry, id)!.toString('hex')}`,
    email: textOf(entry, email),
    name: textOf(entry, name),
    uid: uidAttributes.map((each) => textOf(entry, each)).find((each) => each !== null) ?? null,
    isDisabled: isDisabled(entry),
  }
}

/** The only or first value. */
function valueOf(entry: Entry, name: string): Buffer | string | null {
  const [, values = []] =
    Object.entries(entry).find(([key]) => key.toLowerCase() === name.toLowerCase()) ?? []
  return [values].flat()[0] ?? null
}

function bytesOf(entry: Entry, name: string): Buffer | null {
  const value = valueOf(entry, name)
  if (value === null || value.length === 0) return null
  if (Buffer.isBuffer(value)) return value
  // The library read bytes as text, as the directory spells the attribute's name in another way.
  return value.includes('\uFFFD') ? null : Buffer.from(value)
}

export function textOf(entry: Entry, name: string): string | null {
  const text = valueOf(entry, name)?.toString().trim().slice(0, 1000).toWellFormed()
  return text === undefined || text === '' ? null : text
}

const disabledInActiveDirectory = 2

const isDisabled = (entry: Entry): boolean =>
  (Number(textOf(entry, 'userAccountControl') ?? 0) & disabledInActiveDirectory) !== 0 ||
  textOf(entry, 'nsAccountLock')?.toLowerCase() === 'true' ||
  textOf(entry, 'loginDisabled')?.toLowerCase() === 'true' ||
  // Locked until an administrator ends it, not for some minutes.
  textOf(entry, 'pwdAccountLockedTime')?.startsWith('000001010000') === true
