import * as fc from 'fast-check'

// The same examples in every run, so that results depend only on the change. TEST_SEED=random draws new ones.
const seed = process.env['TEST_SEED'] ?? '20240331'
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })
