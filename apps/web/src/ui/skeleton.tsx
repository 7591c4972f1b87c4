/** A loading placeholder. */
export const Skeleton = ({ className = 'h-4 w-full' }: { className?: string }) => (
  <span aria-hidden className={`block animate-pulse rounded-md bg-track opacity-60 ${className}`} />
)
