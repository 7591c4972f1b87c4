import type { LdapSettings as StoredSettings, SignOnCheck } from '@assay/contract/sso.ts'
import { FilterParser, ResultCodeError } from 'ldapts'
import type { Config } from '#config.ts'
import type { LdapSettings } from '#identity/sso/settings.ts'
import { Problem } from '#platform/http/problem.ts'
import { withDirectory } from './connection.ts'
import { findAny } from './person.ts'

type Finding = SignOnCheck['findings'][number]

const right = (message: string): Finding => ({ isRight: true, message })
const wrong = (message: string): Finding => ({ isRight: false, message })

/** Checks connection, service user, and what the searches find. */
export async function checkDirectory(settings: LdapSettings, config: Config): Promise<Finding[]> {
  const filter = wrongFilterOf(settings)
  if (filter !== null) return [wrong(`This filter cannot be read: ${filter}`)]
  try {
    return await withDirectory(settings, config, async (directory) => {
      const people = await findAny(directory, settings)
      const groups =
        settings.groupBaseDn === ''
          ? null
          : await directory.search({
              baseDn: settings.groupBaseDn,
              filter: '(cn=*)',
              attributes: ['cn'],
              atMost: 1,
            })
      return [
        right('The directory was reached with TLS and lets the service user search'),
        people.length > 0 ? right('The filter finds people') : wrong('The filter finds nobody'),
        ...(people.length > 0 ? attributesOf(people) : []),
        ...(groups === null
          ? []
          : [groups.length > 0 ? right('There are groups') : wrong('There are no groups')]),
      ]
    })
  } catch (error) {
    return [wrong(reasonOf(error))]
  }
}

function attributesOf(people: Awaited<ReturnType<typeof findAny>>): Finding[] {
  const known = people.filter((person) => person !== null)
  return [
    known.length > 0 ? right('Entries have an identifier') : wrong('Entries have no identifier'),
    known.some(({ email }) => email !== null)
      ? right('Entries have addresses')
      : wrong('Entries have no addresses'),
  ]
}

/** null if both can be read. */
export function wrongFilterOf({ userFilter, groupFilter }: StoredSettings): string | null {
  return (
    [userFilter, groupFilter].find((filter) => {
      try {
        return !FilterParser.parseString(filter.replaceAll(/\{(?:login|dn|uid)\}/g, 'x'))
      } catch {
        return true
      }
    }) ?? null
  )
}

const answers: Readonly<Record<number, string>> = {
  32: 'The search base does not exist',
  49: 'The service user was refused',
}

/** Never contains a part of the answer, which may come from an internal host. */
function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Problem && cause.errorType === 'addressRefused') return cause.message
    if (cause instanceof ResultCodeError) return answers[cause.code] ?? 'The directory refused the search'
    if ('code' in cause && /CERT|^UNABLE_TO_/.test(String(cause.code)))
      return 'Its certificate is not trusted'
  }
  return 'The directory cannot be reached'
}
