import { parseLines } from '../../lockfiles/lockfile-reader.ts'
import { pythonKind } from '../../lockfiles/python/python-package.ts'
import { manifestReader } from '../manifest-reader.ts'
import { declareRequirement } from './declare-python.ts'

/** setup.cfg: https://setuptools.pypa.io/en/latest/userguide/declarative_config.html */
export const setupCfg = manifestReader<string[]>({
  id: 'setup-cfg',
  title: 'setup.cfg',
  kind: pythonKind,
  matchesPath: (fileName) => fileName === 'setup.cfg',
  parse: parseLines,
  read(lines, list) {
    for (const { section, key, value, line } of valuesOf(lines)) {
      const isRequired = section === 'options' && key === 'install_requires'
      const isExtra = section === 'options.extras_require'
      if (!isRequired && !isExtra) continue
      declareRequirement(list, value, {
        where: `${list.path}:${line}`,
        ...(isExtra && { group: `extra ${key}`, isOptional: true }),
      })
    }
    return { format: 'setup.cfg' }
  },
})

interface Value {
  section: string
  key: string
  value: string
  line: number
}

/** A list is on the indented lines below its key, or on one line with semicolons. Comments are lines of their own. */
function* valuesOf(lines: readonly string[]): Generator<Value> {
  let [section, key] = ['', '']
  for (const [index, raw] of lines.entries()) {
    const line = raw.length > 1000 ? '' : raw
    if (/^\s*(?:[#;]|$)/.test(line)) continue
    const heading = /^\[([^\]]*)\]/.exec(line)?.[1]
    const [, name, rest = ''] = /^([^\s=:][^=:]*)[=:](.*)$/.exec(line) ?? []
    const isContinued = /^\s/.test(line)
    if (heading !== undefined) [section, key] = [heading.trim(), '']
    else if (!isContinued && name !== undefined) key = name.trim()
    if (heading !== undefined || key === '') continue
    for (const value of isContinued ? [line] : rest.split(';'))
      if (value.trim() !== '') yield { section, key, value: value.trim(), line: index + 1 }
  }
}
