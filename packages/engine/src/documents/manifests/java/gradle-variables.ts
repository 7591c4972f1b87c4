import type { LockfileLocation } from '../../lockfiles/lockfile-reader.ts'
import { readText } from '../../parsers/text-document.ts'
import { pathsAbove } from '../manifest-reader.ts'
import { withoutComments } from '../lines.ts'

export const variableFiles = ['gradle.properties', 'build.gradle', 'build.gradle.kts']

/** Fills in '$name', '${name}' and '${project.name}'; null if one has no literal value. */
export type FillIn = (text: string) => string | null

/** Literal values in the build file, those above it and gradle.properties; the nearest wins. */
export function readVariables(location: LockfileLocation): FillIn {
  const values = new Map<string, string>()
  const { path, tree } = location
  const above = variableFiles.flatMap((name) => pathsAbove(path, name))
  for (const each of [path, ...above]) {
    const document = tree?.find(each)
    const text = document ? (readText(document).text ?? '') : ''
    const found = each.endsWith('.properties') ? propertiesIn(text) : literalsIn(text)
    for (const [name, value] of found) if (!values.has(name)) values.set(name, value)
  }
  return (text) => {
    let isComplete = true
    const filled = text.replaceAll(
      /\$\{?(?:(?:rootProject|project|ext|rootProject\.ext|project\.ext)\.)?([A-Za-z_][\w.-]{0,100})\}?/g,
      (_, name: string) => {
        const value = values.get(name)
        isComplete &&= value !== undefined
        return value ?? ''
      },
    )
    return isComplete && !filled.includes('$') ? filled : null
  }
}

const propertiesIn = (text: string): [string, string][] =>
  text.split('\n').flatMap((line): [string, string][] => {
    const [, name, value] = /^\s*([\w.-]{1,100})\s*[=:]\s*(.{0,200}?)\s*$/.exec(line) ?? []
    return name !== undefined && value !== undefined ? [[name, value]] : []
  })

/** 'def x = "1"', 'ext.x = "1"', 'x = "1"' within ext, 'val x = "1"', 'extra["x"] = "1"', 'val x by extra("1")'. */
const literalsIn = (text: string): [string, string][] =>
  [
    ...withoutComments(text, 'slashes').matchAll(
      /(?<![\w.$])(?:(?:def|val|var|const val|String|final String)[ \t]+|(?:rootProject\.|project\.)?(?:ext|extra)\.|(?:ext|extra)\[["'])?([A-Za-z_]\w{0,100})(?:["']\])?(?:[ \t]*=|[ \t]+by[ \t]+extra[ \t]*\(|[ \t]*:)[ \t]*["']([^"'$\n]{1,100})["']/g,
    ),
  ].map(([, name, value]) => [name!, value!])
