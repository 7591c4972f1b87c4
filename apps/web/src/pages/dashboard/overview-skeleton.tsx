import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Placeholder of the same height as the metrics, to avoid layout shifts. */
export const OverviewSkeleton = () => (
  <>
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Box className="h-[106px]">
        <Skeleton className="mt-3 h-7 w-16" />
      </Box>
      <Box className="h-[106px]">
        <Skeleton className="mt-3 h-7 w-16" />
      </Box>
      <Box className="col-span-2 h-[106px]">
        <Skeleton className="mt-3 h-7 w-40" />
      </Box>
    </div>
    <div className="grid gap-3 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-1">
        <Box className="min-h-[194px]" />
        <Box className="min-h-[194px]" />
      </div>
      <Box className="h-[414px]" />
    </div>
  </>
)

const Box = ({ className, children }: { className: string; children?: ReactNode }) => (
  <div className={`rounded-card border border-line bg-surface px-4 py-3 ${className}`}>
    <Skeleton className="h-3 w-24" />
    {children}
  </div>
)
