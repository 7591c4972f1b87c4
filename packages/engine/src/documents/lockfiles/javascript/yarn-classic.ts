import { quote, shortTextOf } from '../../parsers/json-value.ts'
import type { PackageList } from '../package-list.ts'
import { splitDescriptor } from './npm-package.ts'
import type { YarnEntry } from './yarn-entry.ts'

/**
 * Reads the entries of a yarn.lock of Yarn 1. The format only resembles YAML: keys are not indented, members by two
 * spaces and their contents by four (https://github.com/yarnpkg/yarn/blob/master/src/lockfile/parse.js).
 */
export function readClassicEntries(text: string, { path, log }: PackageList): YarnEntry[] {
  const entries: YarnEntry[] = []
  let entry: YarnEntry | null = null
  let member = ''
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const content = line.trim()
    if (content === '' || content.startsWith('#')) continue
    const where = `${path}:${index + 1}`
    const words = wordsOf(content)
    const indentation = line.search(/\S/)
    if (indentation === 0) {
      entry = newEntry(words, where)
      if (content.endsWith(':')) entries.push(entry)
      else log.add('line-unusable', `The line ${quote(content)} begins no package and was left out.`, where)
    } else if (indentation <= 2) {
      member = words[0] ?? ''
      setMember(entry, member, words[1] ?? '')
    } else addNeed(entry, member, words)
  }
  return entries
}

/** Words and quoted strings without their quotation marks; separators are dropped. */
const wordsOf = (content: string): string[] =>
  [...content.matchAll(/"((?:[^"\\]|\\.)*)"?|[^\s",]+/g)].map(([word, quoted]) =>
    shortTextOf(quoted ?? word.replace(/:$/, '')),
  )

function newEntry(descriptors: string[], where: string): YarnEntry {
  const [{ name, range }] = [splitDescriptor(descriptors[0] ?? '')]
  const alias = /^npm:(@?[^@]+)(?:@|$)/.exec(range)?.[1]
  return {
    descriptors: descriptors.filter((each) => each !== ''),
    name: alias ?? name,
    version: '',
    source: range,
    resolved: '',
    integrity: '',
    folder: null,
    needs: [],
    where,
  }
}

function setMember(entry: YarnEntry | null, member: string, value: string): void {
  if (entry && (member === 'version' || member === 'integrity' || member === 'resolved'))
    entry[member] = value
}

function addNeed(entry: YarnEntry | null, member: string, [name = '', range = '']: string[]): void {
  if (member !== 'dependencies' && member !== 'optionalDependencies') return
  entry?.needs.push({ name, range, isOptional: member === 'optionalDependencies' })
}
