// Is Log4Shell known, and is a vulnerable version distinguished from a fixed one? "Not found" always fails.
import { type Advice, ask, check, done, get, listOf } from './client.ts'

type Known = Advice & {
  fixedInVersions: string[]
  fixedVersions: string[]
  cvss: number
  versionRange: string
}

const cve = 'CVE-2021-44228'
const library = 'org.apache.logging.log4j:log4j-core'
const path = `/api/v1/dependency/java/${encodeURIComponent(library)}`

const advice = await get<Known>(`/api/v1/vulns/java/${cve}`)
check(advice.cve === cve, `Requested ${cve}, got ${advice.cve}`)
check(advice.severity === 'CRITICAL' && advice.cvss === 10, `${cve} is ${advice.severity}, ${advice.cvss}`)
check(
  advice.library?.name === library && advice.library.language === 'java',
  `${cve} is about ${JSON.stringify(advice.library)}`,
)
for (const fixed of [advice.fixedInVersions, advice.fixedVersions])
  check(fixed?.length > 0, `${cve} names no fixed version`)
const listed = await listOf<Known>(`/api/v1/vulns/all?cve=${cve}`)
check(
  listed.every((each) => each.cve === cve),
  'The filter by CVE returned other advisories',
)

const affected = await listOf<Known>(`${path}/2.14.1`)
check(
  affected.some((each) => each.cve === cve),
  `2.14.1 is not reported as affected by ${cve}`,
)
const fixed = await get<Known[]>(`${path}/2.17.1`)
check(Array.isArray(fixed), 'The response for 2.17.1 is not a list')
check(!fixed.some((each) => each.cve === cve), `2.17.1 is reported as affected by ${cve}`)
const next = await get<Record<string, string | null>>(`${path}/2.14.1/next`)
for (const step of ['latestPatch', 'latestMinor', 'latestMajor'])
  check(step in next, `The next versions lack ${step}`)
check(Object.values(next).some(Boolean), 'There is no version to upgrade to')

const unknown = await ask('GET', '/api/v1/vulns/java/CVE-1999-99999')
check(unknown.status === 404, `An unknown CVE returned ${unknown.status}`)
const unsupported = await ask('GET', `/api/v1/dependency/cobol/${encodeURIComponent(library)}/2.14.1`)
check(unsupported.status >= 400, 'An unknown language was accepted')
done(`${cve} in 2.14.1 and not in 2.17.1; upgrade to ${Object.values(next).find(Boolean)}`)
