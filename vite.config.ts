import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'core and device',
          include: ['tests/{core,device}/**/*.test.ts', 'tests/*.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'tests/support/postgres.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: ['tests/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: 'tests/support/page.ts',
        },
      },
    ],
  },
});
