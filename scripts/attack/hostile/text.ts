import { hostileTexts } from '@assay/server/testing/hostile-texts.ts'
import type { Random } from '../../random.ts'

const all = Object.values(hostileTexts).flat()

export const hostileText = (random: Random): string => random.pick(all)
