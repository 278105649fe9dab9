import { type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router';
import type { Path } from '#core/routes';

/** Where an answer leads from a screen; who has gone on to another one meanwhile is left there (decision O8). */
export function useNavigateFrom(screen: Path) {
  const navigate = useNavigate();
  const router = useRouter();

  return async (to: NavigateOptions) => {
    // A slash behind it leads to the same screen.
    if (router.state.location.pathname.startsWith(screen)) await navigate(to);
  };
}
