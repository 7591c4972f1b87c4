import { goLanguage } from '../../source-code/languages/go-language.ts'
import type { PackageSources } from '../ecosystem.ts'

/** A module's path begins those of its packages: https://go.dev/ref/mod#modules-overview */
export const goSources: PackageSources = {
  language: goLanguage,
  readsCalls: true,
  // The go command builds the program.
  modulesOf: (name) => ({ names: [name], areAll: name !== 'toolchain' }),
}
