import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readDocument } from '../read.ts'

let server: Server
let url = ''
let connections = 0
beforeAll(async () => {
  server = createServer((socket: Socket) => {
    connections++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
})
afterAll(() => server.close())

const body =
  '<components><component type="library"><name>a</name><purl>pkg:npm/a@1</purl></component></components>'
/** Documents with every kind of external reference in XML. */
const documents = (root: (attributes: string, inside: string) => string) => [
  `<!DOCTYPE x SYSTEM "${url}.dtd">${root('', '')}`,
  `<!DOCTYPE x PUBLIC "-//X//Y" "${url}.dtd">${root('', '')}`,
  `<!DOCTYPE x [<!ENTITY e SYSTEM "${url}">]>${root('', '&e;')}`,
  `<!DOCTYPE x [<!ENTITY % e SYSTEM "${url}">%e;]>${root('', '')}`,
  `<?xml-stylesheet href="${url}"?>${root('', '')}`,
  root(`xmlns:s="http://www.w3.org/2001/XMLSchema-instance" s:schemaLocation="urn:x ${url}"`, ''),
  root('xmlns:xi="http://www.w3.org/2001/XInclude"', `<xi:include href="${url}"/>`),
]

it.each([
  [
    'bom.xml',
    (attributes: string, inside: string) =>
      `<bom xmlns="http://cyclonedx.org/schema/bom/1.6" ${attributes}>${inside}${body}</bom>`,
  ],
  [
    'pom.xml',
    (attributes: string, inside: string) =>
      `<project xmlns="http://maven.apache.org/POM/4.0.0" ${attributes}>${inside}<groupId>g</groupId><artifactId>a</artifactId><version>1</version></project>`,
  ],
  [
    'packages.config',
    (attributes: string, inside: string) =>
      `<packages ${attributes}>${inside}<package id="a" version="1"/></packages>`,
  ],
])('reading %s opens no connection to external references', async (path, root) => {
  const read = documents(root).map((text) => readDocument({ path, bytes: new TextEncoder().encode(text) }))
  await sleep(100)
  expect(connections).toBe(0)
  // Other references are ignored, but a document type declaration rejects the document.
  expect(read.map(({ inventory }) => inventory !== null)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    true,
  ])
})

it('control: the server counts a connection that is made', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'close')
  expect(connections).toBe(1)
})
