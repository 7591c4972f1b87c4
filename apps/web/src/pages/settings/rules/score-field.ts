import { Score } from '@assay/contract/vocabulary.ts'
import { z } from 'zod'

const typed = z.string().transform((text) => (text.trim() === '' ? null : Number(text)))

/** A score as entered. */
export const ScoreField = typed.pipe(Score)
/** Empty for no minimum. */
export const OptionalScoreField = typed.pipe(Score.nullable())
