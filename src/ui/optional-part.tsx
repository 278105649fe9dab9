import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';

/** A part of the page that is loaded when it is needed (`lazy`); where its file does not arrive, the page goes on without. */
export const OptionalPart = ({ children }: { children: ReactNode }) => (
  <CatchBoundary getResetKey={() => 'part'} errorComponent={() => null}>
    <Suspense>{children}</Suspense>
  </CatchBoundary>
);
