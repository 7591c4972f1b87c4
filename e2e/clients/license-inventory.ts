// The license inventory in three calls: start, poll until 100, download; no scanned component may be missing.
import { args, check, done, get, textOf, waitUntilReady } from './client.ts'

interface Bible {
  project: { name: string }
  components: Record<string, { name: string; version: string; licenses: string[] }[]>
  licenses: { id: string; name: string }[]
}

const { pid, components: expected } = args('pid', 'components')
const base = `/api/v1/reports/${pid}/bible`

const id = await textOf('POST', `${base}?branch=main`)
check(/^[\w-]+$/.test(id), `The id is "${id}"`)
const polled = await waitUntilReady(`${base}/${id}`)
const bible = await get<Bible>(`${base}?branch=main`)
check(bible.project?.name, 'The inventory does not name the project')
const components = Object.values(bible.components ?? {}).flat()
check(components.length > 0, 'The inventory is empty')
const names = components.map(({ name, version }) => `${name}@${version}`)
for (const each of expected.split(','))
  check(names.includes(each), `${each} is not in the inventory: ${names.join(', ')}`)
const known = new Set(bible.licenses.map(({ id }) => id))
check(known.size > 0, 'The inventory has no licenses')
for (const { name, licenses } of components)
  for (const license of licenses) check(known.has(license), `${license} of ${name} is not explained`)
check(
  components.some(({ licenses }) => licenses.length > 0),
  'No component has a license',
)
done(`${components.length} components, ${known.size} licenses, after ${polled.length} polls`)
