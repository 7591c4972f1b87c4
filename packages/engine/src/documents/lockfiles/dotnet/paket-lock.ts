import type { ComponentScope } from '../../../inventory.ts'
import { originAt } from '../../components/origin.ts'
import { lockfileReader, parseLines } from '../lockfile-reader.ts'

/** paket.lock: https://fsprojects.github.io/Paket/lock-file.html */
export const paketLock = lockfileReader<string[]>({
  id: 'paket-lock',
  title: 'paket.lock: it has no section',
  kind: { purlType: 'nuget' },
  matchesPath: (fileName) => fileName === 'paket.lock',
  parse: parseLines,
  accepts: (lines) => lines.some((line) => sectionLine.test(line)),
  read(lines, list) {
    let [section, remote, group] = ['', '', '']
    let requiring: number | null = null
    const required: { by: number | null; name: string }[] = []
    const indexes = new Map<string, number | null>()
    for (const [at, line] of lines.entries()) {
      const [, name, version] = /^ {4}(\S+) \(([^)\s]+)\)/.exec(line) ?? []
      const need = /^ {6}(\S+)/.exec(line)?.[1]
      if (sectionLine.test(line)) section = line.trim()
      group = /^GROUP (\S.*)$/.exec(line)?.[1]?.trim() ?? group
      remote = /^ {2}remote: (\S+)/.exec(line)?.[1] ?? remote
      if (name !== undefined && version !== undefined) {
        const isPackage = section === 'NUGET'
        requiring = list.add({
          name: isPackage ? name : `${remote}/${name}`,
          version: isPackage ? version : '',
          scope: scopeOf(group),
          where: `${list.path}:${at + 1}`,
          ...(!isPackage && { origin: originAt(section === 'HTTP' ? 'file' : 'git', remote) }),
        })
        if (isPackage) indexes.set(`${group}\n${name.toLowerCase()}`, requiring)
      } else if (need !== undefined && section === 'NUGET')
        required.push({ by: requiring, name: `${group}\n${need.toLowerCase()}` })
    }
    for (const { by, name } of required) list.link(by, indexes.get(name))
    return { format: 'paket.lock' }
  },
})

const sectionLine = /^(?:NUGET|GITHUB|GIT|HTTP|GIST)\s*$/

/** Groups have names of one's own; these are usual. */
function scopeOf(group: string): ComponentScope {
  if (/^tests?$/i.test(group)) return 'test'
  return /^(?:build|docs?|analyzers?|tools?)$/i.test(group) ? 'provided' : 'runtime'
}
