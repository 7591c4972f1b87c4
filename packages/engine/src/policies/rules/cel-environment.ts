import { celEnv } from '@bufbuild/cel'

/** Without functions of extensions: those of the standard are enough, and linear in their input. */
export const ruleEnvironment = celEnv({})
