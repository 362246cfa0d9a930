"""A server of one's own, Chromium without a window, and a page that must stay without errors.

ORIENTEER_SCREENSHOTS: a folder for pictures of the page. ORIENTEER_CHROMIUM: the browser's path.
"""

import os
import shutil
import socket
import threading
import time
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import sync_playwright

from orienteer.server.app import create_app
from orienteer.server.settings import Settings

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 20_000  # milliseconds
WIDE, PHONE = {"width": 1360, "height": 900}, {"width": 375, "height": 740}


@pytest.fixture(scope="session")
def address():
    """Where a server listens that runs in a thread of this process."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(create_app(Settings()), log_level="warning", ws_max_size=1_000_000))
        running = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        running.start()
        while not server.started:
            time.sleep(0.02)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        running.join(10)


@pytest.fixture(scope="session")
def chromium():
    found = os.environ.get("ORIENTEER_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "no Chromium: install Debian's chromium, or name one in ORIENTEER_CHROMIUM"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium, address):
    """`open_page("game=celestia", viewport=PHONE)`: a page that is ready. Errors of its console fail the test."""
    contexts, problems = [], []

    def opened(query, viewport=WIDE, **more):
        context = chromium.new_context(viewport=viewport, base_url=address, locale="en-GB", reduced_motion="reduce", **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: problems.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: None if request.url.startswith((address, "blob:")) else problems.append(request.url))
        page.goto(f"/?{query}")
        page.wait_for_selector("body[data-ready]")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def picture():
    """`picture(page, "celestia")` keeps a screenshot of the whole page where a folder for them is named."""

    def kept(page, name):
        if folder := os.environ.get("ORIENTEER_SCREENSHOTS"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            page.evaluate("for (const { style } of document.querySelectorAll('.left')) style.position = 'static'")
            page.evaluate("for (const { style } of document.querySelectorAll('.left')) style.maxHeight = 'none'")
            page.screenshot(path=Path(folder, f"{name}.png"), full_page=True)

    return kept
