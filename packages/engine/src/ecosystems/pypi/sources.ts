import { python } from '../../source-code/languages/python.ts'
import type { PackageModules, PackageSources } from '../ecosystem.ts'
import { modulesByName, namesakes } from './modules.ts'

export const pypiSources: PackageSources = {
  language: python,
  modulesOf,
  // https://packaging.python.org/en/latest/specifications/recording-installed-packages/
  moduleFiles: {
    folders: ['.venv', 'venv', 'site-packages'],
    matches: (path) => /\.(?:dist|egg)-info\/(?:top_level\.txt|RECORD|entry_points\.txt)$/.test(path),
    read(text, path) {
      const [, name = '', file] = /([^/]+?)-[^/-]*\.(?:dist|egg)-info\/([^/]+)$/.exec(path) ?? []
      // Plugins and programs need no import.
      if (file === 'entry_points.txt') return new Map([[name, { ...modulesOf(name), areAll: false }]])
      if (isKnown(name)) return new Map()
      const lines = text.split(/\r?\n/, 20_000)
      const names =
        file === 'RECORD'
          ? lines.flatMap(moduleOfFile)
          : lines.map((line) => line.trim().replaceAll('/', '.'))
      const modules = [...new Set(names.filter((each) => /^[\w.]+$/.test(each)))]
      return modules.length === 0 ? new Map() : new Map([[name, { names: modules, areAll: true }]])
    },
  },
}

/** 'yaml' of 'yaml/__init__.py,sha256=…,1402', 'six' of 'six.py'. */
const moduleOfFile = (line: string): string[] =>
  /^([A-Za-z_]\w*)(?:\/__init__\.py|\.py|\.[\w-]+\.(?:so|pyd)),/.exec(line)?.slice(1, 2) ?? []

const normalize = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-')

/** Of a namespace, what is installed only names its first part. */
const isKnown = (name: string): boolean => modulesByName.has(normalize(name))

function modulesOf(name: string): PackageModules {
  const normalized = normalize(name)
  const known = modulesByName.get(normalized)
  if (known) return { names: known, areAll: true }
  return { names: [normalized.replaceAll('-', '_')], areAll: namesakes.has(normalized) }
}
