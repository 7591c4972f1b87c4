import { originAt } from '../../components/origin.ts'
import { readText } from '../../parsers/text-document.ts'
import { lockfileReader } from '../lockfile-reader.ts'

/** {<<"app">>,{pkg,<<"name">>,<<"1.0.0">>},0}, or {<<"app">>,{git,"address",{ref,"…"}},1}: the number is the depth. */
const entry =
  /\{<<"(?<app>[^"]{1,200})">>,\s{0,200}\{(?:pkg,\s{0,200}<<"(?<name>[^"]{1,200})">>,\s{0,200}<<"(?<version>[^"]{1,200})">>|(?:git|hg|git_subdir),\s{0,200}"(?<address>[^"]{1,500})")[^<]{0,500}?\},\s{0,200}(?<depth>\d{1,4})\}/g

/** rebar.lock: https://rebar3.org/docs/configuration/dependencies/#lock-files */
export const rebarLock = lockfileReader<string>({
  id: 'rebar-lock',
  title: 'rebar.lock: it is not a list',
  kind: { purlType: 'hex', separator: '/' },
  matchesPath: (fileName) => fileName === 'rebar.lock',
  parse(document) {
    const { text, issues } = readText(document)
    return { content: text, issues }
  },
  accepts: (text) => /^\s*(?:%.*\s+)*[[{]/.test(text.slice(0, 1000)),
  read(text, list) {
    for (const { groups = {} } of text.matchAll(entry)) {
      const { app = '', name, version, address, depth } = groups
      list.add({
        // The package's name may differ from that of the application.
        name: name ?? app,
        version: version ?? '',
        isDirect: depth === '0',
        where: `${list.path}#/${app}`,
        gap: 'is not from a registry and has no version',
        ...(address !== undefined && { origin: originAt('git', address) }),
      })
    }
    return { format: 'rebar.lock' }
  },
})
