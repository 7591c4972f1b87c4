import { javascript } from '../../source-code/languages/javascript.ts'
import type { PackageSources } from '../ecosystem.ts'

/** A package's name begins its modules. Types alone are never loaded, but tell the compiler of what is. */
export const npmSources: PackageSources = {
  language: javascript,
  modulesOf: (name) => ({ names: [name], areAll: !name.startsWith('@types/') }),
}
