import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { inlineCallList } from './scripts/call-list.mjs';
import { firstLogin } from './scripts/first-login.mjs';
import { iconPng, iconSvg } from './scripts/icons.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const themeColor = '#006071';

const icons: Record<string, { type: string; draw: () => string | Buffer }> = {
  'icons/icon.svg': { type: 'image/svg+xml', draw: iconSvg },
  'icons/icon-192.png': { type: 'image/png', draw: () => iconPng(192, { fullBleed: false }) },
  'icons/icon-512.png': { type: 'image/png', draw: () => iconPng(512, { fullBleed: false }) },
  'icons/icon-maskable-512.png': { type: 'image/png', draw: () => iconPng(512, { fullBleed: true }) },
  'icons/apple-touch-icon.png': { type: 'image/png', draw: () => iconPng(180, { fullBleed: true }) },
};

/** Draws the icons into the build, and on request while developing. */
function appIcons(): Plugin {
  return {
    name: 'caseload-icons',
    generateBundle() {
      for (const [fileName, { draw }] of Object.entries(icons)) {
        this.emitFile({ type: 'asset', fileName, source: draw() });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const icon = icons[(request.url ?? '').slice(1)];
        if (icon === undefined) return next();
        response.setHeader('Content-Type', icon.type);
        response.end(icon.draw());
      });
    },
  };
}

export default defineConfig({
  plugins: [
    // Before react(): it splits the route files that react() then compiles.
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/app/routeTree.gen.ts',
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: true,
      disableLogging: true,
    }),
    react(),
    tailwindcss(),
    appIcons(),
    inlineCallList(root),
    firstLogin(root),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'worker.ts',
      // The app itself registers the worker and asks before it takes a new version.
      registerType: 'prompt',
      injectRegister: false,
      includeManifestIcons: false,
      injectManifest: {
        // One classic file: module workers are not everywhere.
        rollupFormat: 'iife',
        buildPlugins: { vite: [inlineCallList(root)] },
        globPatterns: ['**/*.{js,css,html,svg,png,woff2}'],
        // For the first load only: with a worker all of the app is there at once.
        globIgnores: ['login.html', 'assets/first-login-*.js'],
      },
      manifest: {
        id: '/',
        name: 'Caseload',
        short_name: 'Caseload',
        description: 'Sessions, notes, and hours for school-based therapists, online and offline.',
        lang: 'en-US',
        dir: 'ltr',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        theme_color: themeColor,
        background_color: '#ffffff',
        categories: ['business', 'medical', 'productivity'],
        icons: [
          { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
    }),
  ],
  build: {
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows no inline script, and current browsers preload by themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The start lists every file by name, and a hash can't be compressed: 42 bits of it tell two versions apart.
        entryFileNames: 'assets/[name]-[hash:7].js',
        // The bundler names a part of `screens` after all who load it: only the beginning is kept.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/s, '')}-[hash:7].js`,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // Few files for the first load: each group takes along what its modules need.
          groups: [
            { name: 'start', test: /\/src\/main\.tsx$/, priority: 5 },
            { name: 'contract', test: /\/(contract\/calls|src\/sync\/api-client)\.ts$/, priority: 4 },
            { name: 'service-worker', test: /\/src\/app\/service-worker\.ts$/, priority: 3 },
            // One file each for what all later pages share in small pieces: the start lists every file by name.
            { name: 'icons', test: /\/lucide-react\/dist\/esm\//, priority: 2 },
            { name: 'rules', test: /\/domain\//, maxModuleSize: 2_500, priority: 2 },
            {
              name: 'shared',
              test: /\/(src\/(app|db|features|machines|screens|sync|ui)|entities)\//,
              minShareCount: 3,
              maxModuleSize: 8_000,
              priority: 1,
            },
            // Small screens that are loaded by the same pages. Small files aren't merged further: the bundler then makes files that import
            // each other in a circle, and a screen can run before what it needs.
            {
              name: 'screens',
              test: /\/src\/(routes\/_signed-in|features|screens)\//,
              maxModuleSize: 8_000,
              entriesAware: true,
              priority: 0,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': process.env.CASELOAD_API ?? 'http://127.0.0.1:8081' },
  },
});
