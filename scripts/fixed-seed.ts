import * as fc from 'fast-check'

// The same examples in every run: a run tells of the change and not of luck. TEST_SEED=random looks for new ones.
const seed = process.env['TEST_SEED'] ?? '20240331'
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })
