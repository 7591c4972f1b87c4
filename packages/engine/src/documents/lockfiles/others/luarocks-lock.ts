import { lockfileReader, parseLines } from '../lockfile-reader.ts'

/** luarocks.lock: https://github.com/luarocks/luarocks/blob/main/docs/pinning_versions_with_a_lock_file.md */
export const luarocksLock = lockfileReader<string[]>({
  id: 'luarocks-lock',
  title: 'luarocks.lock: it returns no table',
  kind: { purlType: 'luarocks' },
  matchesPath: (fileName) => fileName === 'luarocks.lock',
  parse: parseLines,
  accepts: (lines) => lines.some((line) => /^\s*return\s*\{/.test(line)),
  read(lines, list) {
    let isDevelopment = false
    for (const [at, line] of lines.entries()) {
      const section = /^\s*(?:\["?)?(\w*dependencies)"?\]?\s*=\s*\{/.exec(line)?.[1]
      if (section !== undefined) isDevelopment = section !== 'dependencies'
      const entry = /^\s*(?:\["([^"]+)"\]|(\w+))\s*=\s*"([^"]+)"/.exec(line)
      if (entry === null) continue
      list.add({
        name: entry[1] ?? entry[2]!,
        // The number after the hyphen is that of the description of the package.
        version: entry[3]!,
        where: `${list.path}:${at + 1}`,
        ...(isDevelopment && { scope: 'test' }),
      })
    }
    return { format: 'luarocks.lock' }
  },
})
