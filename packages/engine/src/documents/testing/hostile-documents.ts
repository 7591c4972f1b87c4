/** Builds documents of about the given size that are expensive to read. */
export interface HostileDocument {
  path: string
  make(bytes: number): string
}

const times = (bytes: number, piece: string) => piece.repeat(Math.ceil(bytes / piece.length))
const list = (bytes: number, each: (index: number) => string) =>
  Array.from({ length: Math.ceil(bytes / each(1000).length) }, (_, index) => each(index))

const bom = (content: string) => `<bom xmlns="http://cyclonedx.org/schema/bom/1.5">${content}</bom>`
const component = '{"name":"a","version":"1","bom-ref":"a","purl":"pkg:npm/a@1"'
const cyclonedx = (components: string, more = '') =>
  `{"bomFormat":"CycloneDX","components":[${components}]${more}}`
const one = (member: string) => cyclonedx(`${component},${member}}`)
const spdxRdf = (content: string) =>
  `<RDF xmlns="http://spdx.org/rdf/terms#"><SpdxDocument><specVersion>SPDX-2.3</specVersion></SpdxDocument>${content}</RDF>`
const spdx = (content: string) => `SPDXVersion: SPDX-2.3\n${content}`

/** One kind of growth each: many elements of a kind, or one that is long or deep. */
export const hostileDocuments: Record<string, HostileDocument> = {
  'XML: components': {
    path: 'bom.xml',
    make: (bytes) => bom(`<components>${times(bytes, '<component/>')}</components>`),
  },
  'XML: attributes': {
    path: 'bom.xml',
    make: (bytes) => bom(`<a ${list(bytes, (at) => `a${at}="1"`).join(' ')}/>`),
  },
  'XML: pieces of text': { path: 'bom.xml', make: (bytes) => bom(`<a>${times(bytes, '&amp;x')}</a>`) },
  'JSON: levels': { path: 'bom.json', make: (bytes) => '['.repeat(bytes) },
  'CycloneDX: components': {
    path: 'bom.json',
    make: (bytes) => cyclonedx(`${times(bytes, `${component}},`)}{}`),
  },
  'CycloneDX: nested components': {
    path: 'bom.json',
    make: (bytes) => {
      const depth = bytes / 40
      return cyclonedx(`${'{"name":"a","version":"1","components":['.repeat(depth)}${']}'.repeat(depth)}`)
    },
  },
  'CycloneDX: edges': {
    path: 'bom.json',
    make: (bytes) =>
      cyclonedx(`${component}}`, `,"dependencies":[{"ref":"a","dependsOn":[${times(bytes, '"a",')}"a"]}]`),
  },
  'CycloneDX: licenses': {
    path: 'bom.json',
    make: (bytes) => one(`"licenses":[${times(bytes, '{"license":{"id":"MIT"}},')}{}]`),
  },
  'CycloneDX: one long license': {
    path: 'bom.json',
    make: (bytes) => one(`"licenses":[{"expression":"${times(bytes, 'MIT OR ')}MIT"}]`),
  },
  'CycloneDX: statements': {
    path: 'bom.json',
    make: (bytes) =>
      cyclonedx(
        `${component}}`,
        `,"vulnerabilities":[${times(bytes, '{"id":"CVE-2020-1","affects":[{"ref":"a"}],"analysis":{"state":"resolved"}},')}{}]`,
      ),
  },
  'SPDX: packages': {
    path: 'a.spdx',
    make: (bytes) => spdx(times(bytes, 'PackageName: a\nSPDXID: SPDXRef-a\n')),
  },
  'SPDX: relationships': {
    path: 'a.spdx',
    make: (bytes) => spdx(times(bytes, 'Relationship: SPDXRef-a DEPENDS_ON SPDXRef-a\n')),
  },
  'SPDX: texts that begin and do not end': {
    path: 'a.spdx',
    make: (bytes) => spdx(times(bytes, 'PackageComment: <text>x\n')),
  },
  'SPDX RDF: packages': {
    path: 'a.spdx.rdf',
    make: (bytes) => spdxRdf(times(bytes, '<Package about="#a"><name>a</name></Package>')),
  },
  'SPDX RDF: relationships': {
    path: 'a.spdx.rdf',
    make: (bytes) =>
      spdxRdf(
        `<Package about="#a">${times(bytes, '<relationship><Relationship><relationshipType resource="#relationshipType_dependsOn"/><relatedSpdxElement resource="#a"/></Relationship></relationship>')}</Package>`,
      ),
  },
  'SPDX RDF: licenses in licenses': {
    path: 'a.spdx.rdf',
    make: (bytes) => {
      const depth = Math.min(2_000, bytes / 60)
      const open = '<ConjunctiveLicenseSet><member>'.repeat(depth)
      const close = '</member></ConjunctiveLicenseSet>'.repeat(depth)
      return spdxRdf(
        times(bytes, `<Package about="#a"><licenseDeclared>${open}${close}</licenseDeclared></Package>`),
      )
    },
  },
  'YAML: documents': {
    path: 'pnpm-lock.yaml',
    make: (bytes) => times(bytes, "---\nlockfileVersion: '9.0'\npackages:\n  a@1.0.0: {}\n"),
  },
  'YAML: keys': {
    path: 'pnpm-lock.yaml',
    make: (bytes) =>
      `lockfileVersion: '9.0'\npackages:\n${list(bytes, (at) => `  a${at}@1.0.0: {}\n`).join('')}`,
  },
  'YAML: lines of one text': { path: 'pnpm-lock.yaml', make: (bytes) => `a: x${times(bytes, '\n  x')}` },
  'YAML: levels': { path: 'pnpm-lock.yaml', make: (bytes) => `packages: ${'['.repeat(bytes)}` },
  'TOML: packages': {
    path: 'Cargo.lock',
    make: (bytes) => times(bytes, '[[package]]\nname="a"\nversion="1"\n'),
  },
  'TOML: tables': { path: 'Cargo.lock', make: (bytes) => list(bytes, (at) => `[a.b${at}]\n`).join('') },
  'TOML: one dotted key': { path: 'Cargo.lock', make: (bytes) => `a${times(bytes, '.a')}=1` },
  'yarn.lock: packages': {
    path: 'yarn.lock',
    make: (bytes) => `# yarn lockfile v1\n${list(bytes, (at) => `a${at}@^1:\n  version "1.0.0"\n`).join('')}`,
  },
  'package-lock.json: nested': {
    path: 'package-lock.json',
    make: (bytes) => {
      const depth = bytes / 60
      const open = '{"a":{"version":"1.0.0","requires":{"zz":"1"},"dependencies":'
      return `{"lockfileVersion":1,"dependencies":${open.repeat(depth)}{}${'}}'.repeat(depth)}}`
    },
  },
  'requirements.txt: lines': { path: 'requirements.txt', make: (bytes) => times(bytes, 'a==1.0\n') },
  'requirements.txt: one line': { path: 'requirements.txt', make: (bytes) => `a${times(bytes, '==1,')}` },
  'requirements.txt: blanks': { path: 'requirements.txt', make: (bytes) => `a${' '.repeat(bytes)}!` },
  'go.mod: lines': {
    path: 'go.mod',
    make: (bytes) => `module a\nrequire (\n${times(bytes, '\ta/b v1.0.0\n')})\n`,
  },
  'pom.xml: properties': {
    path: 'pom.xml',
    make: (bytes) =>
      `<project><properties>${list(bytes, (at) => `<p${at}>\${p${at + 1}}</p${at}>`).join('')}</properties><dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId><version>\${p0}</version></dependency></dependencies></project>`,
  },
  'gradle.lockfile: lines': { path: 'gradle.lockfile', make: (bytes) => times(bytes, 'a:b:1=x\n') },
  'Gemfile.lock: gems': {
    path: 'Gemfile.lock',
    make: (bytes) => `GEM\n  remote: x\n  specs:\n${times(bytes, '    a (1.0)\n      b (>= 1)\n')}`,
  },
  'mix.lock: quotes': { path: 'mix.lock', make: (bytes) => `%{ "a": {${'"'.repeat(bytes)}` },
  'bun.lock: comments': { path: 'bun.lock', make: (bytes) => `{${times(bytes, '/*')}` },
}
