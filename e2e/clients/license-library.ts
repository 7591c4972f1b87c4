// Licenses of one library, and the list of all licenses.
import { args, ask, check, done, get, listOf } from './client.ts'

interface License {
  id: string
  name: string
  uri: string
}

const { language, name, version, expected } = args('language', 'name', 'version', 'expected')
// Slashes in names are sent as '|'.
const path = [language, name.replaceAll('/', '|'), version].map(encodeURIComponent).join('/')

const licenses = await listOf<License>(`/api/v1/licenses/library/${path}`)
check(
  licenses.map(({ id }) => id).join() === expected,
  `${name} has ${licenses.map(({ id }) => id).join()}, not ${expected}`,
)
for (const license of licenses) {
  check(license.name, `${license.id} has no name`)
  check(license.uri === `https://spdx.org/licenses/${license.id}.html`, `${license.id} is at ${license.uri}`)
}
const copyright = await ask('GET', `/api/v1/licenses/library/${path}/copyright`)
check(copyright.status === 200, `The copyright returned ${copyright.status}`)
check(copyright.text === '' || 'text' in JSON.parse(copyright.text), `The copyright is ${copyright.text}`)
const found = await listOf<License>('/api/v1/licenses?query=affero')
check(
  found.some(({ id }) => id === 'AGPL-3.0-only'),
  'The AGPL was not found by its name',
)
const none = await get<License[]>('/api/v1/licenses?query=no-such-license')
check(Array.isArray(none) && none.length === 0, 'A license was found that does not exist')
const unknown = await ask('GET', `/api/v1/licenses/library/${language}/no-such-library/1.0.0`)
check(unknown.text === '[]', `An unknown library returned the licenses ${unknown.text}`)
const unsupported = await ask('GET', `/api/v1/licenses/library/cobol/${encodeURIComponent(name)}/${version}`)
check(unsupported.status >= 400, 'An unknown language was accepted')
done(`${name} ${version}: ${expected}`)
