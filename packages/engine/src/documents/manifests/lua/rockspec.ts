import { parseProgram } from '../lines.ts'
import { declare, type Declaration, manifestReader } from '../manifest-reader.ts'
import { readLuaLists } from './lua-lists.ts'

/** A rockspec without a lockfile: https://github.com/luarocks/luarocks/blob/main/docs/rockspec_format.md. As it is a program, only literals are found. */
export const rockspec = manifestReader<string>({
  id: 'rockspec',
  title: 'rockspec',
  kind: { purlType: 'luarocks', separator: '/' },
  matchesPath: (fileName) => fileName.endsWith('.rockspec'),
  parse: parseProgram,
  read(program, list) {
    const values = readLuaLists(program)
    for (const { name: member, ...kind } of members)
      for (const { text, line } of values.get(member) ?? []) {
        const [, name = '', range = ''] = /^\s*([\w./-]+)(?:@[\w./-]+)?\s*(.*)$/s.exec(text) ?? []
        // The language is no package.
        if (name === '' || name === 'lua') continue
        declare(list, {
          name,
          range: range.trim(),
          version: /^(?:==\s*)?(\d[\w.-]*)$/.exec(range.trim())?.[1] ?? '',
          where: `${list.path}:${line}`,
          ...kind,
        })
      }
    const [name, version] = ['package', 'version'].map((key) => values.get(key)?.[0]?.text ?? '')
    return { format: 'rockspec', root: name ? { name, version: version ?? '', purl: null } : null }
  },
})

const members: readonly ({ name: string } & Pick<Declaration, 'group' | 'scope'>)[] = [
  { name: 'dependencies' },
  { name: 'build_dependencies', group: 'build', scope: 'provided' },
  { name: 'test_dependencies', group: 'test', scope: 'test' },
]
