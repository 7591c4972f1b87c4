import { type CelEnv, celEnv } from '@bufbuild/cel'

/** Without functions of extensions: those of the standard are enough, and linear in their input. */
export const ruleEnvironment: CelEnv = celEnv({})
