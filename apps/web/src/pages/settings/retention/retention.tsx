import { Holds } from './holds.tsx'
import { Times } from './times.tsx'

export const Retention = () => (
  <>
    <Times />
    <Holds />
  </>
)
